"""Things to do when user code imports a module for the first time."""

import sys
from importlib.machinery import ModuleSpec, PathFinder


class ImportHooks:
    """A finder in `sys.meta_path`, for the modules it has been told of alone."""

    def __init__(self):
        self._hooks = {}
        self._provided = {}
        sys.meta_path.insert(0, self)

    def after(self, name, hook):
        """Calls `hook` with the module once it has been executed."""
        self._hooks[name] = hook

    def provide(self, name, fill):
        """Makes an importable module, which `fill` gives its contents."""
        self._provided[name] = fill

    def find_spec(self, name, path=None, target=None):
        if name in self._provided:
            return ModuleSpec(name, ProvidedLoader(self._provided[name]))
        if name not in self._hooks:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = HookedLoader(spec.loader, self._hooks[name])
        return spec


class HookedLoader:
    def __init__(self, loader, hook):
        self._loader = loader
        self._hook = hook

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        self._hook(module)


class ProvidedLoader:
    def __init__(self, fill):
        self._fill = fill

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        self._fill(module)
