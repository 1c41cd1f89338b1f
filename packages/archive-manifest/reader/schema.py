"""Fields of manifests, index entries and records: SPEC.md sections 3 to 6."""
import functools
import re

from canonical import MAX_INTEGER

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

ID = re.compile(r"[a-z0-9][a-z0-9_.:-]{1,127}")
DIGEST = re.compile(r"[0-9a-f]{64}")
WORD = re.compile(r"[a-z][a-z0-9_-]{0,63}")
DATE = r"([0-9]{4})-([0-9]{2})-([0-9]{2})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
TIME = re.compile(DATE + r"\.[0-9]{3}Z")
ANY_TIME = re.compile(DATE + r"(?:\.[0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])")
SEGMENT = re.compile(r"[A-Za-z0-9._-]+")
DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)", re.I)

MAX_PACK_BYTES = 4 << 30
MAX_CHUNKS = 8
MAX_CHUNK_BYTES = 1 << 20
MAX_CHUNK_RECORDS = 65_535
MAX_OBJECTS = 8_000_000
MAX_BYTES = 4_398_046_511_104
MAX_INDEX_BYTES = 64 << 20


# Values

def is_text(value):
    return isinstance(value, str)


def is_boolean(value):
    return isinstance(value, bool)


def is_integer(least=0, most=MAX_INTEGER):
    return lambda value: type(value) is int and least <= value <= most


def matches(pattern):
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def is_one_of(*values):
    return lambda value: isinstance(value, (str, int)) and not isinstance(value, bool) and value in values


def is_null_or(check):
    return lambda value: value is None or check(value)


def is_list(check, most, least=0, distinct=False):
    return lambda value: (
        isinstance(value, list)
        and least <= len(value) <= most
        and all(map(check, value))
        and (not distinct or len(set(value)) == len(value))
    )


def is_object(fields, optional=()):
    def check(value):
        if not isinstance(value, dict) or any(name not in fields for name in value):
            return False
        return all(fields[name](value[name]) if name in value else name in optional for name in fields)

    return check


def is_dated(pattern):
    @functools.lru_cache(maxsize=4_096)
    def check(text):
        found = pattern.fullmatch(text)
        if found is None:
            return False
        year, month, day = map(int, found.groups())
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1 <= month <= 12 and 1 <= day <= days[month - 1]

    return lambda value: isinstance(value, str) and check(value)


is_id, is_digest, is_word, is_time = matches(ID), matches(DIGEST), matches(WORD), is_dated(TIME)
is_number = is_integer()


def is_safe_path(path):
    return 1 <= len(path) <= 255 and all(
        SEGMENT.fullmatch(segment) and not segment.endswith(".") and not DEVICE.match(segment) for segment in path.split("/")
    )


# Manifest and index

LOCATION = is_object(
    {"layout": is_one_of("fanout", "pack"), "path": is_text, "pack_sha256": is_digest, "offset": is_number, "length": is_number},
    optional=("path", "pack_sha256", "offset", "length"),
)
INDEX_OBJECT = is_object({
    "sha256": is_digest,
    "size_bytes": is_integer(1, MAX_INDEX_BYTES),
    "entries": is_integer(1, 10_000),
    "media_type": is_one_of("application/vnd.service.archive-v2-index+jsonl"),
    "location": LOCATION,
})
SNAPSHOT = is_object({
    "id": is_id,
    "created_at": is_dated(ANY_TIME),
    "target": is_one_of("full_archive", "subset_transfer", "publication_handoff"),
    "database_id": is_id,
    "source_replica_id": is_id,
    "consistency": is_one_of("sqlite_read_transaction"),
    "collection_ids": is_list(is_id, 1_000, least=1, distinct=True),
    "selection_manifest_sha256": is_digest,
})
COMPATIBILITY = is_object({
    "minimum_reader_version": is_one_of(2),
    "source_schema_version": is_integer(12),
    "minimum_schema_version": is_integer(12),
    "maximum_schema_version": is_integer(12),
    "required_capabilities": is_list(is_id, 64, distinct=True),
    "optional_capabilities": is_list(is_id, 64, distinct=True),
})
TOTALS = is_object(
    {
        "objects": is_integer(1, MAX_OBJECTS),
        "bytes": is_integer(0, MAX_BYTES),
        "record_chunks": is_integer(0, MAX_CHUNKS * MAX_OBJECTS),
        "blobs": is_integer(0, MAX_OBJECTS),
        "packs": is_integer(0, MAX_OBJECTS),
    },
    optional=("packs",),
)
MANIFEST = is_object({
    "format": is_one_of("service-archive"),
    "version": is_one_of(2),
    "commit_sha256": is_digest,
    "snapshot": SNAPSHOT,
    "compatibility": COMPATIBILITY,
    "index": is_list(INDEX_OBJECT, 1_000, least=1),
    "totals": TOTALS,
    "counts": is_object(dict.fromkeys(ENTITIES, is_number)),
})
RECORDS_ENTRY = is_object({
    "kind": is_one_of("records"),
    "sha256": is_digest,
    "size_bytes": is_integer(1, MAX_CHUNKS * (MAX_CHUNK_BYTES + 48)),
    "location": LOCATION,
    "media_type": is_one_of("application/vnd.service.archive-v2-records+jsonl"),
    "entity": is_one_of(*ENTITIES),
    "seq": is_integer(0, MAX_OBJECTS - 1),
    "record_chunks": is_integer(1, MAX_CHUNKS),
    "records": is_integer(1, MAX_CHUNKS * MAX_CHUNK_RECORDS),
})
BLOB_ENTRY = is_object({
    "kind": is_one_of("blob"), "sha256": is_digest, "size_bytes": is_integer(0, MAX_BYTES), "location": LOCATION,
})


# Records

SOURCE = is_object({"imported_at": is_time, "source_id": is_text, "source_kind": is_text})
FIELDS = {
    "collections": {"id": is_id, "name": is_text, "created_at": is_time},
    "notebooks": {
        "id": is_id, "collection_id": is_id, "parent_id": is_null_or(is_id), "depth": is_number, "name": is_text,
        "icon_emoji": is_null_or(is_text), "builtin": is_boolean, "read_only": is_boolean,
        "created_at": is_time, "updated_at": is_time,
    },
    "search_notebooks": {
        "id": is_id, "name": is_text, "query": is_text, "icon_emoji": is_null_or(is_text), "builtin": is_boolean,
        "created_at": is_time,
    },
    "tags": {"id": is_id, "name": is_text, "created_at": is_time},
    "documents": {
        "id": is_id, "collection_id": is_id, "notebook_id": is_id, "title": is_text, "current_revision_id": is_id,
        "file_name": is_null_or(is_text), "former_titles": is_list(is_text, 100), "deleted_at": is_null_or(is_time),
        "created_at": is_time, "updated_at": is_time,
    },
    "revisions": {
        "id": is_id, "document_id": is_id, "ordinal": is_number, "parent_ids": is_list(is_id, 64), "title": is_text,
        "body": is_null_or(is_text), "body_sha256": is_digest, "body_bytes": is_number, "origin": is_word,
        "author_replica_id": is_null_or(is_id), "created_at": is_time,
    },
    "document_tags": {"document_id": is_id, "tag_id": is_id},
    "resources": {
        "id": is_id, "sha256": is_digest, "size_bytes": is_number, "filename": is_text, "mime_type": is_text,
        "created_at": is_time, "unattached_at": is_null_or(is_time), "unattached_by": is_null_or(is_word),
        "sources": is_list(SOURCE, 100),
    },
    "document_resources": {"document_id": is_id, "resource_id": is_id, "relation_type": is_word},
    "links": {
        "document_id": is_id, "revision_id": is_id, "ordinal": is_number, "start_byte": is_number, "end_byte": is_number,
        "kind": is_word, "target": is_text,
    },
    "provenance": {
        "document_id": is_id, "source_kind": is_text, "source_id": is_text, "content_sha256": is_digest, "imported_at": is_time,
    },
    "source_bundles": {"id": is_id, "sha256": is_digest, "size_bytes": is_number, "kind": is_word, "created_at": is_time},
}
RECORDS = {entity: is_object(fields) for entity, fields in FIELDS.items()}


def sort_key(entity, record):
    """Returns the key by which the records of an entity are ordered. Texts are compared by their bytes in UTF-8."""
    values = (record[field] for field in KEYS.get(entity, ["id"]))
    return [value.encode("utf-8") if isinstance(value, str) else value for value in values]
