import unittest

from repltool_driver.compiling import Compiler


class Compiling(unittest.TestCase):
    def shown(self, source):
        return Compiler().compile(source, '<cell 1>')[1]

    def test_shows_a_trailing_expression(self):
        for source in ('1', '1 # ;', "x = 1; ';'", '(1 +\n 2)', '[\n1,\n]  # c', '1\n\n# end;', '\ufeff1'):
            self.assertTrue(self.shown(source), source)

    def test_does_not_show_what_a_semicolon_follows(self):
        for source in ('1;', '1 ; # c', '(1);', '((1\n) # c\n) ;', "'é';", '1 \\\n ;'):
            self.assertFalse(self.shown(source), source)

    def test_does_not_show_statements(self):
        for source in ('', '# c', 'x = 1', 'if 1: 2', 'def f(): pass', 'pass; x = 1'):
            self.assertFalse(self.shown(source), source)

    def test_keeps_future_imports_and_nothing_else(self):
        compiler = Compiler()
        compiler.compile('from __future__ import annotations', '<cell 1>')
        namespace = {}
        exec(compiler.compile('def f(x: missing): pass', '<cell 2>')[0][0], namespace)
        self.assertEqual(namespace['f'].__annotations__, {'x': 'missing'})
