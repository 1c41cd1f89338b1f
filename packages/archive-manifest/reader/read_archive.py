#!/usr/bin/env python3
"""Writes every note, earlier version and attachment of an archive as files, without Notes.

    python3 read_archive.py ARCHIVE OUT                  verifies the archive and writes its contents to OUT
    python3 read_archive.py ARCHIVE OUT --json           also writes OUT/library.json
    python3 read_archive.py ARCHIVE OUT --commit COMMIT  reads the earlier archive ARCHIVE/manifests/COMMIT.json

ARCHIVE is the folder of an archive, or a copy of it. OUT must not exist. Needs Python 3.9 and nothing else. Changes nothing in
ARCHIVE, and writes nothing when a single bit of it is damaged. Exit status: 0 written, 1 damaged or unreadable, 2 wrong
arguments. Written from SPEC.md alone, as an exit that works without the program.
"""
import argparse
import itertools
import json
import os
import re
import shutil
import sys

from folder import ArchiveError
from library import Library
from output import Output, clean_name, format_front_matter, split_extension

MAX_PRINTED = 20
RESERVED = ["Trash", "versions", "attachments", "imports", "library.json"]


class Writer:
    """Writes a verified library into a new folder."""

    def __init__(self, library, out):
        self.library = library
        self.output = Output(out, RESERVED)
        self.versions = 0

    def write(self, with_json):
        notebooks = self.make_notebooks()
        attachments = {identity: self.write_attachment(record) for identity, record in self.library.attachments.items()}
        imports = {identity: self.write_import(record) for identity, record in self.library.bundles.items()}
        notes = self.write_notes(notebooks)
        if not with_json:
            for _ in notes:
                pass
            return
        with open(self.output.locate("library.json"), "x", encoding="utf-8") as file:
            head = {
                "snapshot": self.library.manifest["snapshot"],
                "collections": {identity: record["name"] for identity, record in self.library.collections.items()},
                "notebooks": {i: [record["name"], record["parent_id"]] for i, record in self.library.notebooks.items()},
                "tags": sorted(record["name"] for record in self.library.tags.values()),
                "searches": {i: [record["name"], record["query"]] for i, record in self.library.searches.items()},
                "attachments": attachments,
                "imports": imports,
            }
            file.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "notes": [')
            for number, note in enumerate(notes):
                file.write((",\n" if number else "\n") + json.dumps(note, ensure_ascii=False))
            file.write("\n]}\n")

    def make_notebooks(self):
        """Creates the folder of each notebook; returns their paths. Parents come first in an archive."""
        collections, folders = self.library.collections, {}
        roots = {i: self.output.make_folder("", r["name"]) if len(collections) > 1 else "" for i, r in collections.items()}
        for identity, record in self.library.notebooks.items():
            parent = roots[record["collection_id"]] if record["parent_id"] is None else folders[record["parent_id"]]
            folders[identity] = self.output.make_folder(parent, record["name"])
        return folders

    def write_attachment(self, record):
        folder = self.output.make_folder("attachments", record["id"])
        stem, extension = split_extension(record["filename"])
        path = self.output.claim(folder, clean_name(stem), extension)
        self.output.write(path, self.library.read_blob(record["sha256"]), record["created_at"])
        return {
            "filename": record["filename"], "mime_type": record["mime_type"], "sha256": record["sha256"],
            "size": record["size_bytes"], "sources": record["sources"], "file": path,
        }

    def write_import(self, record):
        path = self.output.claim("imports", clean_name(record["id"]), "." + record["kind"])
        self.output.write(path, self.library.read_blob(record["sha256"]), record["created_at"])
        return {"kind": record["kind"], "sha256": record["sha256"], "size": record["size_bytes"], "file": path}

    def write_notes(self, notebooks):
        """Writes the notes in the order of their ids, and yields an entry of library.json for each."""
        for identity, revisions in itertools.groupby(self.library.read_revisions(), lambda record: record["document_id"]):
            document = self.library.documents[identity]
            folder = "Trash" if document["deleted_at"] else notebooks[document["notebook_id"]]
            yield self.write_note(document, folder, revisions)

    def write_note(self, document, folder, revisions):
        """Writes a note and its earlier versions; returns its entry of library.json."""
        path = self.output.claim(folder, clean_name(document["title"]), ".md")
        tags = sorted(self.library.tags[tag]["name"] for tag in self.library.note_tags.get(document["id"], []))
        current, written = None, []
        for revision in revisions:
            body = self.library.read_body(revision)
            if revision["id"] == document["current_revision_id"]:
                current = body
                front = format_front_matter(document["title"], path, tags, body)
                self.output.write(path, [front.encode("utf-8"), body.encode("utf-8")], document["updated_at"])
                file = path
            else:
                file = self.write_version(path, revision, body)
            written.append({
                "id": revision["id"], "title": revision["title"], "created_at": revision["created_at"],
                "origin": revision["origin"], "sha256": revision["body_sha256"], "file": file,
            })
        return {
            "id": document["id"], "title": document["title"], "body": current, "notebook": document["notebook_id"], "tags": tags,
            "trashed": document["deleted_at"] is not None, "file": path, "created_at": document["created_at"],
            "updated_at": document["updated_at"], "deleted_at": document["deleted_at"], "file_name": document["file_name"],
            "former_titles": document["former_titles"], "attachments": self.library.note_attachments.get(document["id"], []),
            "sources": self.library.note_sources.get(document["id"], []), "revisions": written,
        }

    def write_version(self, path, revision, body):
        """Writes an earlier version into a folder named after the file of its note; returns its path."""
        name = "%04d %s" % (revision["ordinal"] + 1, revision["created_at"][:10])
        version = self.output.claim("versions/" + path, name, ".md")
        self.output.write(version, [body.encode("utf-8")], revision["created_at"])
        self.versions += 1
        return version


def count(number, noun):
    return "%d %s%s" % (number, noun, "" if number == 1 else "s")


def print_problems(archive, problems):
    print("%s cannot be read. Nothing was written." % archive, file=sys.stderr)
    for problem in problems[:MAX_PRINTED]:
        print("  %s: %s (%s)" % (problem.subject, problem.text, problem.code), file=sys.stderr)
    if len(problems) > MAX_PRINTED:
        print("  and %d more" % (len(problems) - MAX_PRINTED), file=sys.stderr)
    if os.path.isdir(os.path.join(archive, "manifests")):
        print("Try another copy of the archive, or an earlier state from its folder manifests with --commit.", file=sys.stderr)


def read_archive(archive, out, with_json=False, commit=None):
    """Reads an archive into a new folder; returns the exit status."""
    try:
        library = Library(archive, "manifests/%s.json" % commit if commit else "manifest.json")
        problems = library.verify()
    except ArchiveError as problem:
        problems = [problem]
    if problems:
        print_problems(archive, problems)
        return 1
    writer = Writer(library, out)
    try:
        writer.write(with_json)
    except BaseException as error:
        shutil.rmtree(out, ignore_errors=True)
        if isinstance(error, ArchiveError):
            print_problems(archive, [error])
            return 1
        raise
    trashed = sum(document["deleted_at"] is not None for document in library.documents.values())
    notes = count(len(library.documents), "note") + (" (%d in Trash)" % trashed if trashed else "")
    print("%s, %s and %s written to %s."
          % (notes, count(writer.versions, "earlier version"), count(len(library.attachments), "attachment"), out))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", metavar="ARCHIVE")
    parser.add_argument("out", metavar="OUT")
    parser.add_argument("--json", action="store_true", help="also write OUT/library.json")
    parser.add_argument("--commit", help="read an earlier archive: the name of a file in ARCHIVE/manifests, without .json")
    options = parser.parse_args()
    if options.commit and not re.fullmatch("[0-9a-f]{64}", options.commit):
        parser.error("--commit: %s is not a commit. Give the name of a file in ARCHIVE/manifests, without .json." % options.commit)
    if not os.path.isdir(options.archive):
        parser.error("%s is not a folder." % options.archive)
    if os.path.lexists(options.out):
        parser.error("%s exists already. Name a folder that does not exist." % options.out)
    archive, out = os.path.realpath(options.archive), os.path.realpath(options.out)
    if os.path.commonpath([archive, out]) == archive:
        parser.error("%s is in the archive. Name a folder outside." % options.out)
    try:
        return read_archive(options.archive, options.out, options.json, options.commit)
    except OSError as error:
        print("%s: %s" % (error.filename or options.archive, error.strerror or error), file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
