"""Verification of archives at level 3 by SPEC.md section 9."""
import hashlib
import struct

from canonical import canonical
from folder import ArchiveError, Folder, compute_sha256, slices
from manifest import PACK_HEADER, PREFIX_BYTES, read_manifest
from objects import decode_chunks, get_path, open_object, parse_entry, parse_record, read_object, usual_path
from schema import ENTITIES, MAX_PACK_BYTES, sort_key

MAX_OWN_PATHS = 65_536
MAX_PACKS = 262_144
KINDS = {"records": 1, "blob": 2, "index": 3}
RESERVED = ("objects", "packs", "manifests", ".export")


def find_pack_problem(file, path, sha256):
    """Returns the problem of a whole pack, or None."""
    file.seek(0)
    digest = hashlib.sha256()
    for piece in slices(file, MAX_PACK_BYTES + 1):
        digest.update(piece)
    if digest.hexdigest() != sha256:
        return ArchiveError("archive_pack_digest", path, "The pack was altered.")
    file.seek(0)
    if file.read(len(PACK_HEADER)) != PACK_HEADER:
        return ArchiveError("archive_pack_frame", path, "The file does not begin as a pack.")
    return None


class Verification:
    """One pass over an archive at level 3. Hashes each pack at its first object."""

    def __init__(self, folder, manifest, on_entry=None, on_record=None):
        """`on_entry(entry)` and `on_record(entity, record)` receive verified contents."""
        self.folder, self.manifest = folder, manifest
        self.on_entry = on_entry or (lambda entry: None)
        self.on_record = on_record or (lambda entity, record: None)
        self.pack_paths, self.pack_ends, self.own_paths = {}, {}, {}
        self.pack_problems = {}
        self.position = self.key = None
        self.totals = {"objects": 0, "bytes": 0, "record_chunks": 0, "blobs": 0}
        self.counts = dict.fromkeys(ENTITIES, 0)
        self.contents = hashlib.sha256()

    def find_problems(self):
        """Returns the problems as ArchiveErrors, each once.

        After a problem in an object, the next one is verified; after one in the index, nothing else can be.
        """
        problems = {}

        def collect(use, *values):
            try:
                use(*values)
            except ArchiveError as problem:
                problems.setdefault(problem.args, problem)

        # In a pack, index objects come before all others.
        for item in self.manifest["index"]:
            collect(self.check_index, item)
        for item in () if problems else self.manifest["index"]:
            for line in b"".join(read_object(self.folder, item))[:-1].split(b"\n"):
                collect(self.check_entry, line, get_path(item))
        return list(problems.values()) or self.check_sums()

    def check_sums(self):
        packs = {"packs": len(self.pack_paths)} if self.pack_paths else {}
        if {**self.totals, **packs} != self.manifest["totals"]:
            return [ArchiveError("archive_totals_mismatch", "manifest.json", "The totals differ from those of the index.")]
        if self.counts != self.manifest["counts"]:
            return [ArchiveError("archive_count_mismatch", "manifest.json", "The counts differ from those of the index.")]
        if self.compute_snapshot_id() != self.manifest["snapshot"]["id"]:
            return [ArchiveError("archive_snapshot_mismatch", "manifest.json", "The contents have another snapshot id.")]
        return []

    def compute_snapshot_id(self):
        snapshot = self.manifest["snapshot"]
        rest = {name: value for name, value in snapshot.items() if name not in ("id", "consistency")}
        contents = canonical({**rest, "counts": self.counts, "entries_sha256": self.contents.hexdigest()})
        return "snap_" + compute_sha256(b"service-archive/snapshot/2\n" + contents)[:32]

    def check_index(self, item):
        """Verifies an index object without its entries."""
        path = get_path(item)
        file, length = self.open_claimed(item, "index", "archive_index_missing")
        with file:
            if length != item["size_bytes"]:
                raise ArchiveError("archive_index_size", path, "The index object has another size.")
            data = file.read(length)
        if compute_sha256(data) != item["sha256"]:
            raise ArchiveError("archive_index_digest", path, "The index object was altered.")
        if not data.endswith(b"\n"):
            raise ArchiveError("archive_index_line", path, "The last line of the index object has no end.")
        if data.count(b"\n") != item["entries"]:
            raise ArchiveError("archive_index_entries", path, "The index object has another number of entries.")

    def check_entry(self, line, path):
        entry = parse_entry(line, path)
        self.check_order(entry)
        self.contents.update(("%s %s\n" % (entry["kind"], entry["sha256"])).encode())
        self.totals["objects"] += 1
        self.totals["bytes"] += entry["size_bytes"]
        if entry["kind"] == "blob":
            self.totals["blobs"] += 1
        else:
            self.totals["record_chunks"] += entry["record_chunks"]
            self.counts[entry["entity"]] += entry["records"]
        data = self.verify_object(entry)
        if entry["kind"] == "records":
            self.check_records(entry, data)
        self.on_entry(entry)

    def check_order(self, entry):
        if entry["kind"] == "records":
            position = (0, ENTITIES.index(entry["entity"]), entry["seq"])
        else:
            position = (1, entry["sha256"])
        last, self.position = self.position, position
        if last is not None and position <= last:
            raise ArchiveError("archive_index_order", entry["sha256"], "The entry is out of order.")
        continues = last is not None and last[0] == 0 and last[:2] == position[:2]
        if position[0] == 0 and position[2] != (last[2] + 1 if continues else 0):
            raise ArchiveError("archive_index_order", entry["sha256"], "An object is missing before the entry.")

    def verify_object(self, entry):
        """Verifies the bytes of an object; returns those of records."""
        file, length = self.open_claimed(entry, entry["kind"], "archive_object_missing")
        digest, pieces = hashlib.sha256(), []
        with file:
            if length != entry["size_bytes"]:
                raise ArchiveError("archive_object_size", entry["sha256"], "The object has another size.")
            for piece in slices(file, length):
                digest.update(piece)
                if entry["kind"] == "records":
                    pieces.append(piece)
        if digest.hexdigest() != entry["sha256"]:
            raise ArchiveError("archive_object_digest", entry["sha256"], "The object was altered.")
        return b"".join(pieces)

    def open_claimed(self, item, kind, missing):
        """Opens an object at its first byte, after checking that no other object has its path or bytes."""
        path = get_path(item)
        if path != usual_path(item):
            self.claim_path(path, item["location"].get("pack_sha256"))
        file, length = open_object(self.folder, item, missing)
        if item["location"]["layout"] == "pack":
            try:
                self.check_pack(file, path, item, kind)
            except ArchiveError:
                file.close()
                raise
        return file, length

    def claim_path(self, path, pack):
        folded = path.lower()
        if folded == "manifest.json" or folded.split("/")[0] in RESERVED:
            raise ArchiveError("archive_path_unsafe", path, "The path is reserved by the format.")
        if folded in self.own_paths and (pack is None or self.own_paths[folded] != pack):
            raise ArchiveError("archive_path_unsafe", path, "Another file has the same path.")
        if folded not in self.own_paths and len(self.own_paths) == MAX_OWN_PATHS:
            raise ArchiveError("archive_limit_exceeded", path, "The archive has too many unusual paths.")
        self.own_paths[folded] = pack

    def check_pack(self, file, path, item, kind):
        """Verifies the pack at its first object, and the prefix of the object; leaves the file at the object."""
        offset, length, pack = (item["location"][name] for name in ("offset", "length", "pack_sha256"))
        if pack not in self.pack_paths:
            if len(self.pack_paths) == MAX_PACKS:
                raise ArchiveError("archive_limit_exceeded", path, "The archive has too many packs.")
            self.pack_paths[pack], self.pack_ends[pack] = path, len(PACK_HEADER)
            self.pack_problems[pack] = find_pack_problem(file, path, pack)
        if self.pack_problems[pack] is not None:
            raise self.pack_problems[pack].with_traceback(None)
        if self.pack_paths[pack] != path:
            raise ArchiveError("archive_path_unsafe", path, "The pack has two paths.")
        if offset - PREFIX_BYTES < self.pack_ends[pack]:
            raise ArchiveError("archive_pack_overlap", path, "Objects of the pack overlap.")
        self.pack_ends[pack] = offset + length
        file.seek(offset - PREFIX_BYTES)
        if file.read(PREFIX_BYTES) != bytes.fromhex(item["sha256"]) + struct.pack(">QB7x", length, KINDS[kind]):
            raise ArchiveError("archive_pack_frame", path, "The prefix of an object differs from the index.")

    def check_records(self, entry, data):
        entity, chunks, records = entry["entity"], 0, 0
        for lines in decode_chunks(entity, data, entry["sha256"]):
            chunks, records = chunks + 1, records + len(lines)
            for line in lines:
                record = parse_record(entity, line, entry["sha256"])
                key = sort_key(entity, record)
                if self.key is not None and self.key[0] == entity and key <= self.key[1]:
                    raise ArchiveError("archive_record_order", entry["sha256"], "A record is out of order.")
                self.key = (entity, key)
                self.on_record(entity, record)
        if (chunks, records) != (entry["record_chunks"], entry["records"]):
            raise ArchiveError("archive_count_mismatch", entry["sha256"], "The object has another number of records.")


def verify(root, path="manifest.json"):
    """Returns the problems of an archive at level 3 as ArchiveErrors."""
    folder = Folder(root)
    try:
        return Verification(folder, read_manifest(folder, path)).find_problems()
    except ArchiveError as problem:
        return [problem]
