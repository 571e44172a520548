"""What a cell gets when it meets the fence of strict mode: ordinary exceptions that name the rule."""


class Denied(Exception):
    """A cell that ends with one has the status `denied`."""

    def __init__(self, rule, message):
        super().__init__(f'{message} ({rule})')


class ImportDenied(Denied, ImportError):
    def __init__(self, rule, message, name=None):
        super().__init__(rule, message)
        self.name = name


class AttributeDenied(Denied, AttributeError):
    pass


class CallDenied(Denied, PermissionError):
    pass
