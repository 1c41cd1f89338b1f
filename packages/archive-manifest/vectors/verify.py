#!/usr/bin/env python3
"""Checks archives of format version 2 at level 3 with the reader in ../reader, and that reader with the vectors.

    python3 verify.py               the vectors beside this file
    python3 verify.py ARCHIVE...    archives

Prints each problem on a line: the archive or vector, a code, a file or digest, and a sentence. Exit status: 0 no problem,
1 problems, 2 no folder to check. Written from SPEC.md, as a second reader of the format.
"""
import hashlib
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "reader"))
from canonical import canonical, parse_json
from folder import ArchiveError
from objects import decode_chunks, parse_record
from schema import is_safe_path
from verification import verify

faults = []


def expect(name, found, expected):
    if found != expected:
        faults.append((name, "vector", "", "%r instead of %r" % (found, expected)))


def read(name):
    with open(os.path.join(HERE, name + ".json"), encoding="utf-8") as file:
        return json.load(file)


def get_code(use):
    """Returns the code of the problem that a call meets, in a list; an empty list when there is none."""
    try:
        use()
    except ArchiveError as problem:
        return [problem.code]
    return []


def check_canonical_json():
    for vector in read("canonical-json"):
        try:
            found = canonical(parse_json(vector["json"].encode("utf-8"))).decode("utf-8")
        except ValueError:
            found = None
        expect(vector["name"], found, vector.get("canonical"))


def check_paths():
    vectors = read("paths")
    for path in vectors["safe"] + vectors["unsafe"]:
        expect(ascii(path), is_safe_path(path), path in vectors["safe"])


def check_chunks():
    for vector in read("chunks"):
        lines = []

        def decode():
            for chunk in decode_chunks(vector["entity"], bytes.fromhex(vector["chunk"])):
                lines.extend(line.decode("utf-8") for line in chunk)

        problems = get_code(decode)
        expect(vector["name"], [lines, problems], [vector["lines"], vector["problems"]])


def check_records():
    for vector in read("records"):
        problems = get_code(lambda: parse_record(vector["entity"], vector["line"].encode("utf-8")))
        expect(vector["name"], problems, vector["problems"])


def check_selections():
    for vector in read("selections"):
        header = {**vector["header"], "format": "service-selection", "version": 1}
        lines = [canonical(item).decode("utf-8") + "\n" for item in [header, *vector["entities"]]]
        expect(vector["name"], lines, vector["manifest"])
        expect(vector["name"], hashlib.sha256("".join(lines).encode("utf-8")).hexdigest(), vector["sha256"])


def check_archives(roots):
    faults.extend((root, *problem.args) for root in roots for problem in verify(root))


def main(roots):
    if not all(map(os.path.isdir, roots)):
        return 2
    if not roots:
        for check in (check_canonical_json, check_paths, check_chunks, check_records, check_selections):
            check()
        folder = os.path.join(HERE, "archives")
        roots = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    check_archives(roots)
    for fault in faults:
        print(*(ascii(part)[1:-1] for part in fault), sep="\t")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
