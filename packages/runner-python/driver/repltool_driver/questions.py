"""Answers what an editor asks of a session, between cells."""

from repltool_driver.channel import quote
from repltool_driver.class_members import class_name
from repltool_driver.completion import Completion
from repltool_driver.inspection import Inspection
from repltool_driver.lookup import Lookup
from repltool_driver.mime import to_json
from repltool_driver.summaries import shape_of, summary
from repltool_driver.text import shorten, well_formed

MAX_VARIABLES = 1000
MAX_NAME_CHARS = 1024
MAX_TYPE_CHARS = 256


class Questions:
    """Every answer is what was known when its work ended or was cut short by `run`."""

    def __init__(self, cells, run):
        self._cells = cells
        self._run = run
        self._lookup = Lookup(cells)

    def complete(self, frame):
        importable = self._cells.importable
        completion = Completion(self._lookup, importable, frame['code'], frame['cursor'])
        self._run(completion.run)
        return (
            f'{{"type":"completions","id":{quote(frame["id"])},"start":{completion.start},"end":{completion.end},'
            f'"items":{to_json(completion.items)}}}'
        )

    def inspect(self, frame):
        inspection = Inspection(self._lookup, frame['code'], frame['cursor'])
        self._run(inspection.run)
        return f'{{"type":"inspection","id":{quote(frame["id"])},"data":{to_json(inspection.data)}}}'

    def variables(self, frame):
        names = self._cells.defined_names()
        items = []
        self._run(lambda: items.extend(map(self._variable, names[:MAX_VARIABLES])))
        return (
            f'{{"type":"variables","id":{quote(frame["id"])},"items":{to_json(items)},"total":{len(names)}}}'
        )

    def _variable(self, name):
        value = self._cells.globals.get(name)
        kind = class_name(type(value))
        item = {
            'name': shorten(well_formed(name), MAX_NAME_CHARS),
            'type': shorten(well_formed(kind), MAX_TYPE_CHARS),
            'value': summary(value),
        }
        shape = shape_of(value)
        return {**item, 'shape': shape} if shape else item
