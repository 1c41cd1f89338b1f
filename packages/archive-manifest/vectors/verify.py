#!/usr/bin/env python3
"""Checks an archive of format version 2 at level 3, with the standard library alone.

    python3 verify.py ARCHIVE...

Prints what is wrong, a line each: the archive, a code, a file or digest, and words. Exit status: 0 nothing, 1 something,
2 no folder to check. Written from SPEC.md, as a second reader of the format. Of the fields of records it looks at those
they are sorted by; the fields of the manifest and the index it uses without looking at the bounds of each.
"""
import hashlib
import json
import os
import re
import stat
import struct
import sys
import zlib

ENTITIES = [
    "collections", "notebooks", "search_notebooks", "tags", "documents", "revisions",
    "document_tags", "resources", "document_resources", "links", "provenance", "source_bundles",
]
KEYS = {
    "notebooks": ["depth", "id"],
    "revisions": ["document_id", "ordinal", "id"],
    "document_tags": ["document_id", "tag_id"],
    "document_resources": ["document_id", "resource_id", "relation_type"],
    "links": ["document_id", "ordinal"],
    "provenance": ["document_id", "source_kind", "source_id"],
}
CAPABILITIES = {"records.jsonl.v1", "layout.fanout", "layout.pack", "body.blob", "codec.deflate"}
SEGMENT = re.compile(r"[A-Za-z0-9._-]+\Z")
DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)", re.I)
PACK_HEADER = b"NSPK\x02" + bytes(11)
KIND = {"records": 1, "blob": 2}
SLICE = 1 << 20
LARGEST = (1 << 53) - 1


class Wrong(Exception):
    """What is wrong: a code, a file, words."""


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def canonical(value):
    """RFC 8785 of what an archive may hold."""
    if isinstance(value, dict):
        # Members are sorted by UTF-16 code units.
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, (float, int)) and not isinstance(value, bool):
        if value != int(value) or abs(value) > LARGEST:
            raise ValueError("no integer")
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)


def members(pairs):
    if len({name for name, _ in pairs}) < len(pairs):
        raise Wrong("archive_duplicate_key", "", "a member twice")
    return dict(pairs)


class Archive:
    def __init__(self, root):
        self.root = root

    def open(self, path, missing):
        """Opens a regular file that no link leads to."""
        if not 1 <= len(path) <= 255:
            raise Wrong("archive_path_unsafe", path, "too long")
        at = self.root
        for segment in path.split("/"):
            if not SEGMENT.match(segment) or segment.endswith(".") or DEVICE.match(segment):
                raise Wrong("archive_path_unsafe", path, "not a plain path")
            at = os.path.join(at, segment)
            try:
                mode = os.lstat(at).st_mode
            except FileNotFoundError:
                raise Wrong(missing, path, "is not there") from None
            except NotADirectoryError:
                raise Wrong("archive_not_regular", path, "no folder on the way") from None
        if not stat.S_ISREG(mode) or os.path.realpath(at) != os.path.join(os.path.realpath(self.root), *path.split("/")):
            raise Wrong("archive_not_regular", path, "no file, or behind a link")
        file = open(at, "rb")
        return file, os.fstat(file.fileno()).st_size


def slices(file, length):
    while length > 0:
        piece = file.read(min(SLICE, length))
        if not piece:
            return
        length -= len(piece)
        yield piece


def file_digest(file):
    digest = hashlib.sha256()
    for piece in slices(file, LARGEST):
        digest.update(piece)
    return digest.hexdigest()


def read_manifest(archive):
    file, size = archive.open("manifest.json", "archive_manifest_missing")
    with file:
        if size > 8 << 20:
            raise Wrong("archive_manifest_oversize", "manifest.json", "more than 8 MiB")
        data = file.read()
    try:
        manifest = json.loads(data.decode("utf-8"), object_pairs_hook=members)
    except (ValueError, RecursionError):
        raise Wrong("archive_manifest_malformed", "manifest.json", "not JSON in UTF-8") from None
    try:
        if manifest["format"] != "service-archive":
            raise Wrong("archive_schema_invalid", "manifest.json", "another format")
        if manifest["version"] != 2 or manifest["compatibility"]["minimum_reader_version"] > 2:
            raise Wrong("archive_version_unsupported", "manifest.json", "another version")
        if not CAPABILITIES.issuperset(manifest["compatibility"]["required_capabilities"]):
            raise Wrong("archive_capability_unsupported", "manifest.json", "needs more of its reader")
        rest = {name: value for name, value in manifest.items() if name != "commit_sha256"}
        commit = sha256(b"service-archive/commit/2\n" + canonical(rest).encode("utf-8"))
        if commit != manifest["commit_sha256"]:
            raise Wrong("archive_commit_mismatch", "manifest.json", "was altered")
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Wrong("archive_schema_invalid", "manifest.json", "not a manifest") from None
    return manifest


def fanout_path(digest):
    return "objects/%s/%s/%s" % (digest[:2], digest[2:4], digest)


def pack_path(digest):
    return "packs/%s/%s.pack" % (digest[:2], digest)


class Checker:
    """Goes through the index once; packs are hashed when they are first met."""

    def __init__(self, archive, manifest):
        self.archive = archive
        self.manifest = manifest
        self.packs = {}
        self.paths = {}
        self.place = None
        self.key = None
        self.totals = {"objects": 0, "bytes": 0, "record_chunks": 0, "blobs": 0}
        self.counts = dict.fromkeys(ENTITIES, 0)
        self.contents = hashlib.sha256()

    def run(self):
        problems = []
        for item in self.manifest["index"]:
            try:
                for number, line in enumerate(self.index_lines(item), 1):
                    try:
                        self.entry(line)
                    except Wrong as wrong:
                        problems.append(wrong.args)
            except Wrong as wrong:
                problems.append(wrong.args)
        if not problems:
            totals = dict(self.totals, packs=len(self.packs))
            if totals != dict({"packs": 0}, **self.manifest["totals"]):
                problems.append(("archive_totals_mismatch", "manifest.json", "the index comes to something else"))
            if self.counts != self.manifest["counts"]:
                problems.append(("archive_count_mismatch", "manifest.json", "the index comes to something else"))
        if not problems and self.snapshot_id() != self.manifest["snapshot"]["id"]:
            problems.append(("archive_snapshot_mismatch", "manifest.json", "the contents have another id"))
        return problems

    def snapshot_id(self):
        rest = {name: value for name, value in self.manifest["snapshot"].items() if name not in ("id", "consistency")}
        contents = dict(rest, counts=self.counts, entries_sha256=self.contents.hexdigest())
        return "snap_" + sha256(b"service-archive/snapshot/2\n" + canonical(contents).encode("utf-8"))[:32]

    def index_lines(self, item):
        location = item["location"]
        if location["layout"] == "pack":
            file, start, length = self.in_pack(item, 3)
        else:
            path = location.get("path", fanout_path(item["sha256"]))
            file, length = self.archive.open(path, "archive_index_missing")
            if length != item["size_bytes"]:
                file.close()
                raise Wrong("archive_index_size", path, "another size")
        with file:
            data = file.read(length)
        if sha256(data) != item["sha256"]:
            raise Wrong("archive_index_digest", location.get("path", ""), "was altered")
        lines = data.split(b"\n")
        if lines.pop() != b"":
            raise Wrong("archive_index_line", location.get("path", ""), "the last line has no end")
        if len(lines) != item["entries"]:
            raise Wrong("archive_index_entries", location.get("path", ""), "another number of entries")
        return lines

    def entry(self, line):
        entry = parse_line(line, "archive_index_line")
        place = (0, ENTITIES.index(entry["entity"]), entry["seq"]) if entry["kind"] == "records" else (1, entry["sha256"])
        if self.place is not None and place <= self.place:
            raise Wrong("archive_index_order", entry["sha256"], "out of order")
        follows = self.place is not None and self.place[:2] == place[:2] and self.place[0] == 0
        if place[0] == 0 and place[2] != (self.place[2] + 1 if follows else 0):
            raise Wrong("archive_index_order", entry["sha256"], "a gap in the numbers")
        self.place = place
        self.contents.update(("%s %s\n" % (entry["kind"], entry["sha256"])).encode())
        self.totals["objects"] += 1
        self.totals["bytes"] += entry["size_bytes"]
        if entry["kind"] == "blob":
            self.totals["blobs"] += 1
        else:
            self.totals["record_chunks"] += entry["record_chunks"]
            self.counts[entry["entity"]] += entry["records"]
        self.object(entry)

    def object(self, entry):
        if entry["location"]["layout"] == "pack":
            file, _, length = self.in_pack(entry, KIND[entry["kind"]])
        else:
            path = entry["location"].get("path", fanout_path(entry["sha256"]))
            if path != fanout_path(entry["sha256"]) and self.paths.setdefault(path.lower(), entry["sha256"]) != entry["sha256"]:
                raise Wrong("archive_path_unsafe", path, "the path of another file")
            file, length = self.archive.open(path, "archive_object_missing")
        with file:
            if length != entry["size_bytes"]:
                raise Wrong("archive_object_size", entry["sha256"], "another size")
            digest = hashlib.sha256()
            held = []
            for piece in slices(file, length):
                digest.update(piece)
                if entry["kind"] == "records":
                    held.append(piece)
        if digest.hexdigest() != entry["sha256"]:
            raise Wrong("archive_object_digest", entry["sha256"], "was altered")
        if entry["kind"] == "records":
            self.records(entry, b"".join(held))

    def in_pack(self, item, kind):
        """The file of a pack, standing at an object."""
        location = item["location"]
        path = location.get("path", pack_path(location["pack_sha256"]))
        file, size = self.archive.open(path, "archive_pack_missing")
        offset, length = location["offset"], location["length"]
        try:
            if length != item["size_bytes"] or offset < 64 or offset + length > size:
                raise Wrong("archive_pack_range", path, "outside the pack")
            digest = location["pack_sha256"]
            if digest not in self.packs:
                if file_digest(file) != digest:
                    raise Wrong("archive_pack_digest", path, "was altered")
                file.seek(0)
                if file.read(16) != PACK_HEADER:
                    raise Wrong("archive_pack_frame", path, "no pack begins so")
            if offset - 48 < self.packs.get(digest, 16):
                raise Wrong("archive_pack_overlap", path, "objects overlap")
            self.packs[digest] = offset + length
            file.seek(offset - 48)
            if file.read(48) != bytes.fromhex(item["sha256"]) + struct.pack(">QB7x", length, kind):
                raise Wrong("archive_pack_frame", path, "the pack says something else of " + item["sha256"])
        except Wrong:
            file.close()
            raise
        return file, offset, length

    def records(self, entry, data):
        entity, chunks, records, at = entry["entity"], 0, 0, 0
        fields = KEYS.get(entity, ["id"])
        while at < len(data):
            if at + 48 > len(data):
                raise Wrong("archive_chunk_frame", entry["sha256"], "cut off")
            magic, ordinal, codec, zero, count, length = struct.unpack(">4sBBHII", data[at:at + 16])
            if (magic, ordinal, zero) != (b"RCK2", ENTITIES.index(entity) + 1, 0) or codec not in (0, 1):
                raise Wrong("archive_chunk_frame", entry["sha256"], "no chunk begins so")
            if not 1 <= count <= 65535 or not 1 <= length <= 1 << 20:
                raise Wrong("archive_chunk_frame", entry["sha256"], "out of bounds")
            if codec == 0:
                payload, end = data[at + 48:at + 48 + length], at + 48 + length
            else:
                payload, end = inflate(entry, data, at + 48, length)
            if len(payload) != length:
                raise Wrong("archive_chunk_frame", entry["sha256"], "out of bounds")
            if hashlib.sha256(payload).digest() != data[at + 16:at + 48]:
                raise Wrong("archive_chunk_digest", entry["sha256"], "was altered")
            lines = payload.split(b"\n")
            if lines.pop() != b"" or len(lines) != count:
                raise Wrong("archive_count_mismatch", entry["sha256"], "another number of records")
            for line in lines:
                record = parse_line(line, "archive_record_invalid")
                key = [part.encode("utf-8") if isinstance(part, str) else part for part in map(record.get, fields)]
                if self.key is not None and self.key[0] == entity and key <= self.key[1]:
                    raise Wrong("archive_record_order", entry["sha256"], "out of order")
                self.key = (entity, key)
            chunks, records, at = chunks + 1, records + count, end
        if (chunks, records) != (entry["record_chunks"], entry["records"]):
            raise Wrong("archive_count_mismatch", entry["sha256"], "another number of records")


def inflate(entry, data, at, length):
    """The payload of a compressed chunk, at most one byte longer than it should be, and where the chunk ends."""
    if at + 4 > len(data):
        raise Wrong("archive_chunk_frame", entry["sha256"], "cut off")
    size = struct.unpack(">I", data[at:at + 4])[0]
    end = at + 4 + size
    if not 1 <= size < length - 4 or end > len(data):
        raise Wrong("archive_chunk_frame", entry["sha256"], "out of bounds")
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        payload = stream.decompress(data[at + 4:end], length + 1)
    except zlib.error:
        raise Wrong("archive_chunk_frame", entry["sha256"], "not DEFLATE") from None
    if not stream.eof:
        raise Wrong("archive_chunk_frame", entry["sha256"], "incomplete")
    return payload, end


def parse_line(line, code):
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=members)
        if isinstance(value, dict) and canonical(value).encode("utf-8") == line:
            return value
    except (ValueError, RecursionError):
        pass
    raise Wrong(code, "", "not canonical JSON")


def verify(root):
    archive = Archive(root)
    try:
        return Checker(archive, read_manifest(archive)).run()
    except Wrong as wrong:
        return [wrong.args]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return [("archive_schema_invalid", "", type(error).__name__)]


def main(roots):
    if not roots or not all(map(os.path.isdir, roots)):
        return 2
    problems = [(root, *problem) for root in roots for problem in verify(root)]
    for problem in problems:
        print(*(ascii(part)[1:-1] for part in problem), sep="\t")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
