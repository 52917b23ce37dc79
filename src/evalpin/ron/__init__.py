"""RON, the notation of agent suites: text to a tree that keeps its places, and a tree to JSON values.

What a text means depends on what is wanted of it: `(1)` may be a tuple or a field's wrapping, `4`
an integer or a float. So `parse` decides nothing that the text does not say, and a decoder that
knows the wanted type looks at the nodes. Where no type is known, `to_json` is the decoder.
"""

from evalpin.ron._nodes import (
    Bool,
    Char,
    Field,
    Float,
    Int,
    List,
    Map,
    Node,
    Option,
    RonError,
    Str,
    Struct,
    Tuple,
    Unit,
    describe,
    place,
    repeated_fields,
)
from evalpin.ron._parser import MOST_NESTED, parse
from evalpin.ron._tokens import MOST_DIGITS
from evalpin.ron._untyped import Value, to_json

__all__ = [
    "MOST_DIGITS",
    "MOST_NESTED",
    "Bool",
    "Char",
    "Field",
    "Float",
    "Int",
    "List",
    "Map",
    "Node",
    "Option",
    "RonError",
    "Str",
    "Struct",
    "Tuple",
    "Unit",
    "Value",
    "describe",
    "parse",
    "place",
    "repeated_fields",
    "to_json",
]
