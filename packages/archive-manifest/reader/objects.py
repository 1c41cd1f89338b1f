"""Objects, index entries and records by SPEC.md sections 4 to 6."""
import hashlib
import struct
import zlib

from canonical import parse_line
from folder import ArchiveError, slices
from manifest import check_location
from schema import BLOB_ENTRY, ENTITIES, MAX_CHUNK_BYTES, MAX_CHUNK_RECORDS, MAX_CHUNKS, RECORDS, RECORDS_ENTRY

MAX_INDEX_LINE_BYTES = 4_096
MAX_RECORD_LINE_BYTES = 524_288


def usual_path(item):
    """Returns the path that follows from the digest of an object, or of the pack it is in."""
    if item["location"]["layout"] == "pack":
        digest = item["location"]["pack_sha256"]
        return "packs/%s/%s.pack" % (digest[:2], digest)
    digest = item["sha256"]
    return "objects/%s/%s/%s" % (digest[:2], digest[2:4], digest)


def get_path(item):
    return item["location"].get("path", usual_path(item))


def open_object(folder, item, missing="archive_object_missing"):
    """Opens the file of an object at its first byte; returns it with the number of bytes that belong to the object."""
    location, path = item["location"], get_path(item)
    if location["layout"] == "fanout":
        return folder.open(path, missing)
    file, size = folder.open(path, "archive_pack_missing")
    if location["offset"] + location["length"] > size:
        file.close()
        raise ArchiveError("archive_pack_range", path, "An object is not within the pack.")
    file.seek(location["offset"])
    return file, location["length"]


def read_object(folder, item):
    """Yields the bytes of an object in slices. Raises ArchiveError after the last one when the digest differs."""
    file, length = open_object(folder, item)
    digest = hashlib.sha256()
    with file:
        for piece in slices(file, length):
            digest.update(piece)
            yield piece
    if digest.hexdigest() != item["sha256"]:
        raise ArchiveError("archive_object_digest", item["sha256"], "The object was altered.")


def decode_chunks(entity, data, subject=""):
    """Yields the lines of each chunk of a record object; raises ArchiveError."""
    at = chunks = 0
    while at < len(data):
        chunks += 1
        if at + 48 > len(data) or chunks > MAX_CHUNKS:
            raise ArchiveError("archive_chunk_frame", subject, "A chunk is incomplete.")
        magic, number, codec, zero, count, length = struct.unpack_from(">4sBBHII", data, at)
        if (magic, number, zero) != (b"RCK2", ENTITIES.index(entity) + 1, 0) or codec not in (0, 1):
            raise ArchiveError("archive_chunk_frame", subject, "The header of a chunk is invalid.")
        if not 1 <= count <= MAX_CHUNK_RECORDS or not 1 <= length <= MAX_CHUNK_BYTES:
            raise ArchiveError("archive_chunk_frame", subject, "The header of a chunk is out of bounds.")
        digest, at = data[at + 16:at + 48], at + 48
        if codec == 0:
            payload, at = data[at:at + length], at + length
        else:
            payload, at = inflate(data, at, length, subject)
        if len(payload) != length:
            raise ArchiveError("archive_chunk_frame", subject, "A chunk is incomplete.")
        if hashlib.sha256(payload).digest() != digest:
            raise ArchiveError("archive_chunk_digest", subject, "A chunk was altered.")
        *lines, rest = payload.split(b"\n")
        yield lines
        if rest != b"":
            raise ArchiveError("archive_record_invalid", subject, "The last line of a chunk has no end.")
        if len(lines) != count:
            raise ArchiveError("archive_count_mismatch", subject, "A chunk has another number of records.")


def inflate(data, at, length, subject):
    """Returns the payload of a compressed chunk and the offset after it. Decompresses at most one byte too many."""
    if at + 4 > len(data):
        raise ArchiveError("archive_chunk_frame", subject, "A chunk is incomplete.")
    size = struct.unpack_from(">I", data, at)[0]
    end = at + 4 + size
    if not 1 <= size < length - 4 or end > len(data):
        raise ArchiveError("archive_chunk_frame", subject, "The size of a compressed payload is out of bounds.")
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        payload = stream.decompress(data[at + 4:end], length + 1)
    except zlib.error:
        raise ArchiveError("archive_chunk_frame", subject, "A compressed payload is not DEFLATE.") from None
    if not stream.eof or stream.unused_data:
        raise ArchiveError("archive_chunk_frame", subject, "A compressed payload has another size.")
    return payload, end


def parse_record(entity, line, subject=""):
    """Parses a line as a record; raises ArchiveError."""
    try:
        record = parse_line(line)
    except ValueError as error:
        raise ArchiveError("archive_record_invalid", subject, str(error)) from None
    if len(line) >= MAX_RECORD_LINE_BYTES or not RECORDS[entity](record):
        raise ArchiveError("archive_record_invalid", subject, "A record does not have the fields of " + entity + ".")
    return record


def parse_entry(line, subject):
    """Parses a line of the index; raises ArchiveError."""
    try:
        entry = parse_line(line)
    except ValueError as error:
        raise ArchiveError("archive_index_line", subject, str(error)) from None
    if len(line) >= MAX_INDEX_LINE_BYTES or not (RECORDS_ENTRY(entry) or BLOB_ENTRY(entry)):
        raise ArchiveError("archive_index_line", subject, "An entry does not have the fields of the format.")
    check_location(entry, "archive_index_line")
    return entry
