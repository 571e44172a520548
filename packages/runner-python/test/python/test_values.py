import unittest

from repltool_driver import values


class Text(unittest.TestCase):
    def test_is_the_repr(self):
        for value in (1, 'é', b'\0', [1], (1,), {1}, frozenset({1}), {'a': 1}, None, ..., len):
            self.assertEqual(values.to_text(value), repr(value))

    def test_of_a_str_subclass_is_a_plain_string(self):
        class Odd(str):
            pass

        class Value:
            def __repr__(self):
                return Odd('odd')

        self.assertIs(type(values.to_text(Value())), str)

    def test_is_cut_in_the_middle_of_no_character(self):
        for filler in 'a', 'é', '€', '😀':
            text = values.to_text(filler * 500_000)
            self.assertLessEqual(len(text.encode()), values.MAX_BYTES)
            self.assertEqual(text.strip(f"'{filler}"), '…')

    def test_of_a_huge_container_does_not_ask_every_item(self):
        asked = []

        class Item:
            def __repr__(self):
                asked.append(1)
                return 'i'

        items = [Item()] * (values.MAX_ITEMS * 3)
        self.assertTrue(values.to_text(items).startswith('[i, i, '))
        self.assertTrue(values.to_text(dict(enumerate(items))).startswith('{0: i, 1: i, '))
        self.assertEqual(len(asked), 2 * values.MAX_ITEMS)


class Json(unittest.TestCase):
    def test_of_plain_data(self):
        value = {'a': [1, -2.5, True, None, 'é"\n'], 'b': {}, 'c': []}
        self.assertEqual(
            values.to_json(value), r'{"a":[1,-2.5,true,null,"\u00e9\"\n"],"b":{},"c":[]}'
        )

    def test_leaves_out_what_json_cannot_say_exactly(self):
        class Number(int):
            pass

        cycle = []
        cycle.append(cycle)
        for value in (
            float('nan'), float('inf'), 2**53, -(2**53), '\ud800', (1,), {1: 2}, {1}, b'', Number(1), cycle, [object()],
        ):  # fmt: skip
            self.assertIsNone(values.to_json(value), repr(value))

    def test_is_bounded(self):
        self.assertIsNone(values.to_json('x' * (values.MAX_BYTES + 1)))
        self.assertIsNone(values.to_json([0] * values.MAX_BYTES))
        self.assertIsNotNone(values.to_json([0] * (values.MAX_BYTES // 2 - 1)))
        deep = []
        for _ in range(500):
            deep = [deep]
        self.assertIsNone(values.to_json(deep))
