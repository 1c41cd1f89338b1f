#!/usr/bin/env python3
"""Writes every note and attachment of a sync folder as files, with the recovery code and nothing else.

    python3 read_carrier.py FOLDER OUT            asks for the recovery code
    python3 read_carrier.py FOLDER OUT --json     also writes OUT/library.json

FOLDER is the folder that devices synchronise through, or a copy of it. OUT must not exist. Needs Python 3.9; with the
package `cryptography` it is much faster. Changes nothing in FOLDER. When something is missing or damaged, writes
everything else and names it. Exit status: 0 all of it is written, 1 something is missing, damaged or unreadable,
2 wrong arguments. Written from SPEC.md alone, as an exit that works without the program.
"""
import argparse
import getpass
import json
import os
import sys

from blobs import Blobs
from folder import Findings, Folder, Unreadable
from group import Group, parse_code
from history import History
from merge import merge
from output import Output, clean_name, format_front_matter, split_extension

MAX_PRINTED = 100
RESERVED = ["Trash", "attachments", "library.json"]


class Library:
    """Library of a sync folder, as far as the folder has it."""

    def __init__(self, folder, code):
        """`folder` collects the findings; raises Unreadable."""
        self.folder, self.findings = folder, folder.findings
        self.group = Group(folder, parse_code(code))
        self.blobs = Blobs(self.group)
        operations, self.set_aside = History(self.group).read_operations()
        self.contents, incomplete = merge(operations, self.read_text)
        titles = {note["id"]: note["title"] for note in self.contents["notes"]}
        for op in incomplete:
            shown = "An earlier text is written instead." if op["doc"] in titles else "The note was not written."
            self.findings.add_missing(f"A text of the note \"{op['title']}\" ({op['doc']}) is missing. {shown}")
        for replica in self.group.replicas:
            folder.read_rest(replica)

    def read_text(self, op):
        data = self.blobs.read(op["body_ref"]["sha256"], op["body_ref"]["size"])
        return None if data is None else data.decode()

    def read_attachment(self, resource):
        about = self.contents["attachments"][resource]
        data = self.blobs.read(about["sha256"], about["size"])
        if data is None:
            self.findings.add_missing(f"The attachment \"{about['filename']}\" ({resource}) is missing.")
        return data


class Writer:
    """Writes a library into a new folder, and adds the paths of the files to its contents."""

    def __init__(self, library, out):
        self.library, self.contents = library, library.contents
        self.output = Output(out, RESERVED)
        self.folders = {}
        self.attachments = 0

    def write(self):
        for notebook in self.contents["notebooks"]:
            self.make_notebook(notebook)
        for note in self.contents["notes"]:
            self.write_note(note)
        for resource, about in self.contents["attachments"].items():
            data = self.library.read_attachment(resource)
            about["file"] = None if data is None else self.write_attachment(resource, about["filename"], data)

    def make_notebook(self, notebook):
        """Creates the folder of a notebook, after those in which it is."""
        waiting = [notebook]
        while waiting:
            name, parent = self.contents["notebooks"][waiting[-1]]
            if parent is not None and parent not in self.folders:
                waiting.append(parent)
            elif waiting[-1] in self.folders:
                waiting.pop()
            else:
                self.folders[waiting.pop()] = self.output.make_folder(self.folders.get(parent, ""), name)

    def write_note(self, note):
        folder = "Trash" if note["trashed"] else self.folders[note["notebook"]]
        note["file"] = self.write_text(folder, note["title"], note["title"], note["tags"], note["body"])
        for other in note["set_aside"]:
            other["file"] = self.write_text(folder, f"{other['title']} (conflict)", other["title"], [], other["body"])

    def write_text(self, folder, name, title, tags, body):
        path = self.output.claim(folder, clean_name(name), ".md")
        self.output.write(path, [format_front_matter(title, path, tags, body).encode(), body.encode()])
        return path

    def write_attachment(self, resource, filename, data):
        stem, extension = split_extension(filename)
        path = self.output.claim(self.output.make_folder("attachments", resource), clean_name(stem), extension)
        self.output.write(path, [data])
        self.attachments += 1
        return path

    def write_json(self):
        self.output.write("library.json", [json.dumps(self.contents, ensure_ascii=False).encode()])


def count(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def print_findings(findings):
    """Prints what is damaged and missing; returns the exit status."""
    damaged = [f"{path}: {problem}" for path, problem in sorted(findings.damaged.items())]
    for lines, title in ((damaged, "Damaged or unreadable:"), (findings.missing, "Missing:")):
        if lines:
            print(title, *lines[:MAX_PRINTED], sep="\n  ", file=sys.stderr)
        if len(lines) > MAX_PRINTED:
            print(f"  and {len(lines) - MAX_PRINTED} more", file=sys.stderr)
    return 1 if damaged or findings.missing else 0


def read_carrier(folder, out, code, with_json=False):
    """Reads a sync folder into a new folder; returns the exit status."""
    findings = Findings()
    try:
        library = Library(Folder(folder, findings), code)
    except Unreadable as reason:
        print(f"{reason} Nothing was written.", file=sys.stderr)
        print_findings(findings)
        return 1
    writer = Writer(library, out)
    writer.write()
    if with_json:
        writer.write_json()
    trashed = sum(note["trashed"] for note in library.contents["notes"])
    notes = count(len(library.contents["notes"]), "note") + (f" ({trashed} in Trash)" if trashed else "")
    print(f"{notes} and {count(writer.attachments, 'attachment')} written to {out}.")
    for replica, number in library.set_aside.items():
        if number:
            print(f"Left out, as on the devices: {count(number, 'operation')} of {library.group.describe(replica)}, which was removed before.")
    status = print_findings(findings)
    if status:
        print("Everything else was written. Try another copy of the folder, or sync once more with a device that still has the notes.", file=sys.stderr)
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("out", metavar="OUT")
    parser.add_argument("--json", action="store_true", help="also write OUT/library.json")
    options = parser.parse_args()
    if not os.path.isdir(options.folder):
        parser.error(f"{options.folder} is not a folder.")
    if os.path.lexists(options.out):
        parser.error(f"{options.out} exists already. Name a folder that does not exist.")
    folder, out = os.path.realpath(options.folder), os.path.realpath(options.out)
    if os.path.commonpath([folder, out]) == folder:
        parser.error(f"{options.out} is in the sync folder. Name a folder outside.")
    code = getpass.getpass("Recovery code: ") if sys.stdin.isatty() else sys.stdin.readline()
    try:
        return read_carrier(options.folder, options.out, code, options.json)
    except OSError as error:
        print(f"{error.filename or options.folder}: {error.strerror or error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
