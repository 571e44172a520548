"""Shows things: `display`, what it returns, and the frames that go to the client."""

import sys
from os import urandom

from repltool_driver import errors, rich_objects
from repltool_driver.channel import nullable
from repltool_driver.mime import MAX_BUNDLE_BYTES, bundle_json, describe_size
from repltool_driver.representations import Representations
from repltool_driver.text import exact_text, well_formed


class Shower:
    def __init__(self, channel, streams):
        self._channel = channel
        self._streams = streams
        self._representations = Representations(self.note)
        # Set when matplotlib is there.
        self.figures = None

    def fill_module(self, module, display):
        """Makes `module` what `import repltool` gives."""
        contents = {name: getattr(rich_objects, name) for name in rich_objects.__all__}
        contents.update(
            display=display,
            update_display=self.update_display,
            clear_output=self.clear_output,
            DisplayHandle=DisplayHandle,
        )
        module.__doc__ = 'Rich results: what cells show besides text.'
        module.__all__ = sorted(contents)
        vars(module).update(contents)

    def display(self, *objects, include=None, exclude=None, metadata=None, display_id=None, raw=False, clear=False):
        """Shows objects; with `display_id` (True: a new one) gives a handle to change them by."""
        if display_id is True:
            display_id = urandom(8).hex()
        elif display_id is not None:
            display_id = str(display_id)
        if clear:
            self.clear_output(wait=True)
        for value in objects:
            self._show(value, include, exclude, metadata, display_id, raw, 'show')
        return None if display_id is None else DisplayHandle(display_id, self)

    def update_display(self, value, *, display_id, include=None, exclude=None, metadata=None, raw=False):
        """Shows `value` in place of every display of that id."""
        self._show(value, include, exclude, metadata, str(display_id), raw, 'update')

    def clear_output(self, wait=False):
        """Takes away what the cell has shown; with `wait`, when the next thing is shown."""
        self._streams.flush()
        self._channel.send(f'{{"type":"clear","wait":{"true" if wait else "false"}}}')

    def show_value(self, value, text):
        """Shows a trailing value whose text is known."""
        if self._figure(value):
            return
        bundle = self._representations.of(value, text=text)
        if bundle is not None and len(bundle.data) > 1:
            self.send(bundle.data, bundle.metadata)

    def send(self, data, metadata, display_id=None, action='show'):
        """Sends a bundle whose representations are as the protocol wants them."""
        if self._channel.closed:
            print(data.get('text/plain', ''))
            return
        data_json, metadata_json = bundle_json(data), bundle_json(metadata)
        size = len(data_json) + len(metadata_json)
        if size > MAX_BUNDLE_BYTES:
            note = f'[not shown: {describe_size(size)}, and a display may have {describe_size(MAX_BUNDLE_BYTES)}]'
            data_json, metadata_json = bundle_json({'text/plain': note}), '{}'
        self._streams.flush()
        self._channel.send(
            f'{{"type":"display","action":"{action}","data":{data_json},"metadata":{metadata_json},'
            f'"display_id":{nullable(display_id)}}}'
        )

    def _show(self, value, include, exclude, metadata, display_id, raw, action):
        if raw:
            self.send(dict(value), metadata or {}, display_id, action)
        elif action == 'show' and display_id is None and self._figure(value):
            return
        else:
            bundle = self._representations.of(value, include, exclude)
            if bundle is not None:
                self.send(bundle.data, {**bundle.metadata, **(metadata or {})}, display_id, action)

    def _figure(self, value):
        return self.figures is not None and self.figures.show_if_figure(value)

    def note(self, what, error):
        """Says on stderr that showing something has failed."""
        name, message, _ = errors.describe(error)
        try:
            print(f'{what} raised {name}: {message}', file=sys.stderr)
        except (Exception, SystemExit):
            pass


class DisplayHandle:
    """Something shown that can be changed. No attribute of it leads to the driver, for the sake of strict mode."""

    def __init__(self, display_id, shower):
        def display(value, **options):
            """Shows `value` as one more display of the same id."""
            shower.display(value, display_id=display_id, **options)

        def update(value, **options):
            """Shows `value` in place of what has been shown."""
            shower.update_display(value, display_id=display_id, **options)

        self.display_id = display_id
        self.display = display
        self.update = update

    def __repr__(self):
        return f'<DisplayHandle display_id={well_formed(exact_text(self.display_id))}>'
