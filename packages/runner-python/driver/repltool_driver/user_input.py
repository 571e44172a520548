"""`input()` and `getpass.getpass()` of the cells."""

import builtins
import sys
from _thread import get_ident

input_of_library = input


class UserInput:
    """Asks the client with the prompt that user code gives; what the library's functions print, they print."""

    def __init__(self, requests):
        self._requests = requests
        # By thread, while it is in `input()`.
        self._prompts = {}

    def ask(self):
        """A line for `sys.stdin`; None at the end of input."""
        return self._requests.ask(self._prompts.get(get_ident(), ''))

    def offer(self):
        builtins.input = self._input_function()

    def amend_getpass(self, getpass, is_own):
        """Makes a freshly imported `getpass` ask the client when `is_own` says that input is the session's."""
        getpass_of_library = getpass.getpass

        def getpass_of_client(prompt='Password: ', stream=None):
            if sys.stdin is not sys.__stdin__ or not is_own():
                return getpass_of_library(prompt, stream)
            stream = stream or sys.stderr
            stream.write(str(prompt))
            stream.flush()
            line = self._requests.ask(str(prompt), password=True)
            stream.write('\n')
            if line is None:
                raise EOFError
            return line.removesuffix('\n')

        getpass.getpass = named('getpass', 'getpass', getpass_of_client)

    def _input_function(self):
        def input(prompt='', /):
            text = str(prompt)
            thread = get_ident()
            self._prompts[thread] = text
            try:
                return input_of_library(text)
            finally:
                self._prompts.pop(thread, None)

        return named('input', 'builtins', input)


def named(name, module, function):
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    return function
