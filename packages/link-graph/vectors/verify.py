#!/usr/bin/env python3
"""Checks the vectors of title resolution with an implementation of its own, written from SPEC.md.

    python3 verify.py [FOLDER]

FOLDER holds files of the same names as those beside this script, and may lack some. Prints a line for each case that
differs. Exit status: 0 none, 1 some. Needs Python 3.9 and the standard library.
"""
import json
import os
import sys
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
SPACES = "".join(map(chr, [*range(9, 14), 0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF]))


def to_key(text):
    folded = unicodedata.normalize("NFC", text).lower().upper().lower().replace("ς", "σ")
    return unicodedata.normalize("NFC", folded)


def read_reference(text):
    whole = to_key(text.strip(SPACES))
    *folders, last = [segment.strip(SPACES) for segment in whole.split("/")]
    stem = strip_ending(last)
    is_file = stem not in (last, "")
    return {"whole": whole, "name": stem if is_file else last, "folders": [f for f in folders if f], "file": is_file}


def strip_ending(text):
    for ending in (".md", ".markdown"):
        if text.endswith(ending):
            return text[:-len(ending)]
    return text


def file_key(file_name):
    return read_reference(file_name)["name"]


def title_keys(title, file_name):
    reference = read_reference(title)
    keys = [reference["whole"], reference["name"]] + ([] if file_name is None else [file_key(file_name)])
    return list(dict.fromkeys(keys))


class Note:
    def __init__(self, record):
        self.id = record["id"]
        self.title = to_key(record["title"])
        self.file = None if record["file_name"] is None else file_key(record["file_name"])
        self.path = [to_key(name) for name in record["notebook_path"]]


def nearest(notes, source):
    if len(notes) < 2 or not source:
        return notes
    return [n for n in notes if n.path == source] or [n for n in notes if n.path[:1] == source[:1]] or notes


def follow(source, folders):
    """Returns the path that the folders lead to, or None above the top."""
    path = list(source)
    for folder in folders:
        if folder == "..":
            if not path:
                return None
            path.pop()
        elif folder != ".":
            path.append(folder)
    return path


def in_folders(notes, reference, source):
    folders = reference["folders"]
    if reference["file"] or folders[:1] in (["."], [".."]):
        path = follow(source, folders)
        there = [note for note in notes if note.path == path]
        if there:
            return there
    end = [folder for folder in folders if folder not in (".", "..")]
    return [note for note in notes if note.path[max(0, len(note.path) - len(end)):] == end]


def resolve(reference, notes, source):
    whole, name = reference["whole"], reference["name"]
    if name == "":
        return []
    if whole != name:
        found = nearest([note for note in notes if note.title == whole], source)
        if found:
            return found
    named = [note for note in notes if name in (note.title, note.file)]
    found = nearest(in_folders(named, reference, source), source)
    if not reference["file"]:
        found = [note for note in found if note.title == name] or found
    if found:
        return found
    if reference["file"]:
        return nearest([note for note in notes if note.title == strip_ending(whole)], source)
    return []


def check_resolution(libraries, case):
    notes = [Note(record) for record in libraries[case["library"]]]
    found = resolve(read_reference(case["reference"]), notes, [to_key(name) for name in case["from"]])
    status = "unresolved" if not found else "resolved" if len(found) == 1 else "ambiguous"
    return {"status": status, "targets": [note.id for note in found]}


def read(folder, name):
    path = os.path.join(folder, name + ".json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main(folder):
    wrong = 0
    table = read(folder, "resolutions") or {"libraries": {}, "cases": []}
    checks = [
        ("references", read(folder, "references") or [], lambda case: read_reference(case["reference"])),
        ("keys", read(folder, "keys") or [], lambda case: {"keys": title_keys(case["title"], case["file_name"])}),
        ("resolutions", table["cases"], lambda case: check_resolution(table["libraries"], case)),
    ]
    for file, cases, check in checks:
        for case in cases:
            found = check(case)
            if any(case.get(name) != value for name, value in found.items()):
                wrong += 1
                print("%s: %s: found %s" % (file, json.dumps(case), json.dumps(found)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else HERE))
