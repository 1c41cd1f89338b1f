"""Canonical JSON of SPEC.md section 2."""
import json
import math

MAX_DEPTH = 16
MAX_INTEGER = (1 << 53) - 1


class RepeatedMember(ValueError):
    """An object has a member twice."""


def parse_json(data, negative_zero=-0.0):
    """Parses JSON in UTF-8; raises ValueError. Integers of any spelling are int, and -0 is `negative_zero`."""

    def to_number(text):
        number = float(text)
        if number == 0 and text.startswith("-"):
            return negative_zero
        if not number.is_integer():
            return number
        return int(text) if text.lstrip("-").isdigit() else int(number)

    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=to_object,
            parse_int=to_number,
            parse_float=to_number,
            parse_constant=refuse_constant,
        )
        depth = measure_depth(value)
    except RecursionError:
        depth = MAX_DEPTH + 1
    if depth > MAX_DEPTH:
        raise ValueError("The values nest too deeply.")
    return value


def to_object(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        raise RepeatedMember("An object has a member twice.")
    return members


def refuse_constant(text):
    raise ValueError(text + " is not JSON.")


def measure_depth(value):
    if isinstance(value, dict):
        return 1 + max(map(measure_depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(measure_depth, value), default=0)
    return 0


def canonical(value):
    """Returns the canonical text of a value as bytes; raises ValueError for a value without one."""
    return to_text(value, 0).encode("utf-8")


def to_text(value, depth):
    if isinstance(value, (dict, list)) and depth == MAX_DEPTH:
        raise ValueError("The values nest too deeply.")
    if isinstance(value, dict):
        # Members are sorted by the UTF-16 code units of their names.
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(to_text(name, depth) + ":" + to_text(value[name], depth + 1) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(to_text(item, depth + 1) for item in value) + "]"
    if isinstance(value, float) and (not value.is_integer() or math.copysign(1, value) < 0 and value == 0):
        raise ValueError("A number is not an integer.")
    if isinstance(value, (float, int)) and not isinstance(value, bool):
        if abs(value) > MAX_INTEGER:
            raise ValueError("An integer is too large.")
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)


def parse_line(line):
    """Parses a line that must be canonical JSON of a closed schema; raises ValueError.

    The names of a closed schema are ASCII, so that sorting by code points gives the same order. Numbers other than
    integers are left to the schema.
    """
    try:
        value = json.loads(line.decode("utf-8"))
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        if text.encode("utf-8") == line:
            return value
    except (ValueError, RecursionError):
        pass
    raise ValueError("The line is not canonical JSON.")
