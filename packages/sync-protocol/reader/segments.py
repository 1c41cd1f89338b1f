"""Segments and checkpoints of the operation log: SPEC.md sections 11 and 14."""
import hashlib
import json

from folder import index_of

# Members of an operation besides those of every one. A doc.write has one of the two texts.
MEMBERS = {
    "doc.create": "doc created file_name",
    "doc.write": "doc rev parents title",
    "doc.home": "doc notebook",
    "doc.trash": "doc seen",
    "doc.purge": "doc seen",
    "doc.restore": "doc undo",
    "doc.tag_add": "doc tag",
    "doc.tag_remove": "doc dots",
    "doc.attach": "doc resource relation_type",
    "doc.detach": "doc dots",
    "nb.create": "notebook name parent icon_emoji created",
    "nb.name": "notebook name",
    "nb.icon": "notebook icon_emoji",
    "nb.move": "notebook parent",
    "nb.delete": "notebooks",
    "tag.create": "tag name created",
    "tag.name": "tag name",
    "sn.create": "search name query icon_emoji created",
    "sn.set": "search",
    "sn.delete": "search seen",
    "res.create": "resource sha256 size mime filename created",
    "res.delete": "resource seen",
    "res.name": "resource filename",
    "src.bundle": "bundle sha256 size kind",
    "src.provenance": "target source_kind source_id content_sha256 imported",
    "conflict.resolve": "conflict doc resolution write",
}
OPTIONAL = {"doc.write": {"body", "body_ref", "via"}, "sn.set": {"name", "query", "icon_emoji"}}


class Newer(Exception):
    """The author runs a newer version of the protocol."""


def check_operation(op):
    """Raises Newer for an unknown operation, and ValueError for a malformed one."""
    if op["op"] not in MEMBERS:
        raise Newer
    members = {"op", "s", "l", "w", *MEMBERS[op["op"]].split()}
    if members - set(op) or set(op) - members - OPTIONAL.get(op["op"], set()):
        raise ValueError
    if op["op"] == "doc.write" and ("body" in op) == ("body_ref" in op):
        raise ValueError


def parse_lines(payload):
    """Parses lines of JSON, each ended by LF."""
    return [json.loads(line) for line in payload.decode().split("\n")[:-1]]


class Segment:
    """A segment and the artifact that it was in."""

    def __init__(self, replica, index, payload, data, signer):
        header, *lines = parse_lines(payload)
        if header["v"] != 1:
            raise Newer
        self.index, self.prev, self.first, self.signer = index, header["prev"], header["first_seq"], signer
        self.sha256 = hashlib.sha256(data).hexdigest()
        self.operations = [line for line in lines if "op" in line]
        self.last = self.first + len(self.operations) - 1
        self.contexts = [header["deps"], *(line["deps"] for line in lines if "op" not in line)]
        for op in self.operations:
            check_operation(op)
        if header["replica_id"] != replica or header["index"] != index or header["count"] != len(self.operations):
            raise ValueError
        if [op["s"] for op in self.operations] != list(range(self.first, self.last + 1)):
            raise ValueError


def parse_part(payload):
    """Returns the operations in a part of a checkpoint by author and number."""
    found = {}
    for entry in parse_lines(payload):
        author, op = entry["replica_id"], entry["operation"]
        check_operation(op)
        found[(author, op["s"])] = {**op, "author": author}
    return found


class Checkpoint:
    """Operations of a checkpoint by author and number; `is_whole` is false when parts are missing."""

    def __init__(self, author, name, head):
        self.author, self.name, self.versions, self.last, self.parts = author, name, head["vv"], head["last"], head["parts"]
        self.operations, self.is_whole = {}, True

        self.first = min(map(index_of, [*self.parts, name]))

    @property
    def size(self):
        return sum(self.versions.values())

    def is_listed(self, names):
        """Returns true when all of its parts are among these names."""
        return all(part in names for part in self.parts)
