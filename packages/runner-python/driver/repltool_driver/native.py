"""What native code prints: the C library has an output buffer of its own."""

import sys
from types import ModuleType

MODULES = sys.modules


class NativeOutput:
    """Flushes the C library's buffers, once something has been loaded that may write to them."""

    def __init__(self):
        self._modules_seen = 0
        self._call = None
        self._fflush = 0

    def flush(self):
        """Costs nothing while only the standard library is loaded; never raises."""
        if self._call is None:
            if len(MODULES) == self._modules_seen:
                return
            self._modules_seen = len(MODULES)
            if not writes_natively():
                return
            self._bind()
        if self._fflush:
            try:
                self._call(self._fflush, (None,))
            except Exception:
                self._fflush = 0

    def _bind(self):
        try:
            import _ctypes

            self._call = _ctypes.call_function
            self._fflush = _ctypes.dlsym(_ctypes.dlopen(None, 0), 'fflush')
        except Exception:
            self._call = print  # An interpreter built without ctypes: nothing to call, and no second try.


def writes_natively():
    """Whether ctypes or an extension module from outside the standard library is loaded."""
    if '_ctypes' in MODULES:
        return True
    for module in list(MODULES.values()):
        file = vars(module).get('__file__') if type(module) is ModuleType else None
        if type(file) is str and file.endswith('.so') and '/lib-dynload/' not in file:
            return True
    return False
