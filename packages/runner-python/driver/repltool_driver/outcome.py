"""How a cell ended, and the `result` frame that says so."""

from repltool_driver.channel import quote

INTERRUPTED_EXIT_CODE = 130


class Outcome:
    """A status with what belongs to it; `text` is None where there is no value."""

    __slots__ = ('status', 'exit_code', 'text', 'json', 'error')

    def __init__(self, status, exit_code, *, text=None, json=None, error=None):
        self.status = status
        self.exit_code = exit_code
        self.text = text
        self.json = json
        self.error = error

    def to_frame(self, cell_id):
        """The `result` frame, as ASCII JSON. Lone surrogates come out escaped."""
        frame = f'{{"type":"result","id":{quote(cell_id)},"status":"{self.status}","exit_code":{self.exit_code}'
        if self.text is not None:
            frame += f',"text":{quote(self.text)}'
        if self.json is not None:
            frame += f',"value":{self.json}'
        if self.error is not None:
            name, message, traceback = self.error
            lines = ','.join([quote(line) for line in traceback])
            frame += (
                f',"exception":{{"name":{quote(name)},"message":{quote(message)},"traceback":[{lines}]}}'
            )
        return frame + '}'


def interrupted(error=None):
    return Outcome('interrupted', INTERRUPTED_EXIT_CODE, error=error)
