"""Library of an archive: its records in memory without the texts, the rules between records, and reading of texts."""
import hashlib

from folder import ArchiveError, Folder
from manifest import read_manifest
from objects import decode_chunks, parse_record, read_object
from verification import Verification


class Library:
    """Verified contents of an archive. Texts and attachments stay in the archive until they are read."""

    def __init__(self, root, manifest_path="manifest.json"):
        self.folder = Folder(root)
        self.manifest = read_manifest(self.folder, manifest_path)
        self.collections, self.notebooks, self.searches, self.tags = {}, {}, {}, {}
        self.documents, self.attachments, self.bundles = {}, {}, {}
        self.note_tags, self.note_attachments, self.note_sources = {}, {}, {}
        self.revision_objects, self.blobs, self.problems = [], {}, []
        self.revisions, self.revision_counts, self.notes_with_text, self.needed_blobs = set(), {}, set(), {}

    def verify(self):
        """Verifies every byte and the rules between records; returns the problems as ArchiveErrors."""
        problems = Verification(self.folder, self.manifest, self.add_entry, self.add_record).find_problems()
        return problems or self.problems or self.check_texts()

    def add_entry(self, entry):
        if entry["kind"] == "blob":
            self.blobs[entry["sha256"]] = entry
        elif entry["entity"] == "revisions":
            self.revision_objects.append(entry)

    def add_record(self, entity, record):
        RULES[entity](self, record)

    def refuse(self, code, entity, identity, text):
        self.problems.append(ArchiveError(code, "%s %s" % (entity, identity), text))

    def require(self, entity, identity, *found):
        """Reports a reference to a record that the archive does not have."""
        if not all(found):
            self.refuse("archive_reference_broken", entity, identity, "The record refers to another that is not in the archive.")

    def add(self, entity, records, record):
        if record["id"] in records:
            self.refuse("archive_id_duplicate", entity, record["id"], "Two records have this id.")
        records[record["id"]] = record

    def add_notebook(self, record):
        parent = self.notebooks.get(record["parent_id"])
        depth = 0 if record["parent_id"] is None else -1 if parent is None else parent["depth"] + 1
        self.require("notebooks", record["id"], record["collection_id"] in self.collections, record["depth"] == depth)
        self.add("notebooks", self.notebooks, record)

    def add_document(self, record):
        found = record["collection_id"] in self.collections, record["notebook_id"] in self.notebooks
        self.require("documents", record["id"], *found)
        self.add("documents", self.documents, record)

    def add_revision(self, record):
        identity, document = record["id"], self.documents.get(record["document_id"])
        ordinal = self.revision_counts.get(record["document_id"], 0)
        self.revision_counts[record["document_id"]] = ordinal + 1
        self.require("revisions", identity, document is not None, record["ordinal"] == ordinal)
        if identity in self.revisions:
            self.refuse("archive_id_duplicate", "revisions", identity, "Two records have this id.")
        self.revisions.add(identity)
        if document is not None and document["current_revision_id"] == identity:
            self.notes_with_text.add(document["id"])
            if document["title"] != record["title"]:
                self.refuse("archive_record_invalid", "documents", document["id"], "The current revision has another title.")
        if record["body"] is None:
            self.need_blob("revisions", identity, record["body_sha256"], record["body_bytes"])
            return
        body = record["body"].encode("utf-8")
        if (hashlib.sha256(body).hexdigest(), len(body)) != (record["body_sha256"], record["body_bytes"]):
            self.refuse("archive_reference_broken", "revisions", identity, "The text has another digest or size.")

    def add_document_tag(self, record):
        self.require("document_tags", record["document_id"], record["document_id"] in self.documents, record["tag_id"] in self.tags)
        self.note_tags.setdefault(record["document_id"], []).append(record["tag_id"])

    def add_attachment(self, record):
        self.add("resources", self.attachments, record)
        self.need_blob("resources", record["id"], record["sha256"], record["size_bytes"])

    def add_document_attachment(self, record):
        found = record["document_id"] in self.documents, record["resource_id"] in self.attachments
        self.require("document_resources", record["document_id"], *found)
        relation = {"attachment": record["resource_id"], "relation": record["relation_type"]}
        self.note_attachments.setdefault(record["document_id"], []).append(relation)

    def add_link(self, record):
        found = record["document_id"] in self.documents, record["revision_id"] in self.revisions
        self.require("links", record["document_id"], *found)

    def add_source(self, record):
        self.require("provenance", record["document_id"], record["document_id"] in self.documents)
        source = {name: value for name, value in record.items() if name != "document_id"}
        self.note_sources.setdefault(record["document_id"], []).append(source)

    def add_bundle(self, record):
        self.add("source_bundles", self.bundles, record)
        self.need_blob("source_bundles", record["id"], record["sha256"], record["size_bytes"])

    def need_blob(self, entity, identity, sha256, size):
        self.needed_blobs.setdefault((sha256, size), (entity, identity))

    def check_texts(self):
        """Checks what only the last record can complete: current revisions and blobs."""
        for identity in self.documents.keys() - self.notes_with_text:
            self.require("documents", identity, False)
        for (sha256, size), (entity, identity) in self.needed_blobs.items():
            self.require(entity, identity, self.blobs.get(sha256, {}).get("size_bytes") == size)
        return self.problems

    def read_revisions(self):
        """Yields the revisions in the order of notes and ordinals."""
        for entry in self.revision_objects:
            data = b"".join(read_object(self.folder, entry))
            for lines in decode_chunks("revisions", data, entry["sha256"]):
                for line in lines:
                    yield parse_record("revisions", line, entry["sha256"])

    def read_blob(self, sha256):
        """Yields the bytes of a blob in slices; raises ArchiveError when it was altered since the verification."""
        return read_object(self.folder, self.blobs[sha256])

    def read_body(self, revision):
        """Returns the text of a revision; raises ArchiveError."""
        if revision["body"] is not None:
            return revision["body"]
        try:
            return b"".join(self.read_blob(revision["body_sha256"])).decode("utf-8")
        except UnicodeDecodeError:
            subject = "revisions " + revision["id"]
            raise ArchiveError("archive_reference_broken", subject, "The text is not UTF-8.") from None


RULES = {
    "collections": lambda library, record: library.add("collections", library.collections, record),
    "notebooks": Library.add_notebook,
    "search_notebooks": lambda library, record: library.add("search_notebooks", library.searches, record),
    "tags": lambda library, record: library.add("tags", library.tags, record),
    "documents": Library.add_document,
    "revisions": Library.add_revision,
    "document_tags": Library.add_document_tag,
    "resources": Library.add_attachment,
    "document_resources": Library.add_document_attachment,
    "links": Library.add_link,
    "provenance": Library.add_source,
    "source_bundles": Library.add_bundle,
}
