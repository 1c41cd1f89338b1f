"""Artifacts in a sync folder: SPEC.md sections 3 and 8."""
import hashlib
import json
import os
import re
import stat

from encoding import LETTERS

CLASSES = {"members": 1, "ops": 2, "acks": 3, "blobs": 4, "snapshots": 5, "recovery": 6}
NAME = re.compile(r"([0-9a-f]{16}|[0-9a-f]{32})-([0-9a-f]{32})")
NAMESPACE = re.compile("rep_[%s]{26}" % LETTERS)
MAX_ARTIFACT = 1_000_000


class Unreadable(Exception):
    """The folder or the code cannot be used; the message says why."""


def index_of(name):
    """Returns the index in the name of an artifact of any class but `blobs`."""
    return int(name[:16], 16)


class Findings:
    """What a folder lacks: damaged files by path, and sentences about what is missing, each once."""

    def __init__(self):
        self.damaged, self.missing = {}, []

    def add_damaged(self, path, problem):
        self.damaged.setdefault(path, problem)

    def add_missing(self, sentence):
        if sentence not in self.missing:
            self.missing.append(sentence)


class Folder:
    """Artifacts of a folder. Follows no link below the root, and ignores files of other programs."""

    def __init__(self, root, findings):
        self.root, self.findings = root, findings
        try:
            with open(os.path.join(root, "service-sync-carrier.json"), encoding="utf-8") as file:
                marker = json.load(file)
            self.database_id = marker["database_id"]
        except (OSError, ValueError, KeyError, TypeError):
            raise Unreadable(f"{root} is not a sync folder: it has no valid service-sync-carrier.json.") from None
        if marker.get("format") != "service-sync-carrier" or marker.get("version") != 1:
            raise Unreadable("The sync folder belongs to another version of the protocol.")
        self.artifacts, self.paths_read = {}, set()
        for namespace in self.list_folders("n"):
            if NAMESPACE.fullmatch(namespace):
                self.artifacts[namespace] = {kind: self.list_names(namespace, kind) for kind in CLASSES}

    @property
    def namespaces(self):
        return sorted(self.artifacts)

    def names(self, namespace, kind):
        """Lists the names of a class, ascending."""
        return self.artifacts.get(namespace, {}).get(kind, [])

    def path(self, namespace, kind, name):
        """Returns the path of an artifact below the root, with slashes."""
        return f"n/{namespace}/{kind}/{name.split('-')[1][:2]}/{name}"

    def list_names(self, namespace, kind):
        found = []
        for digits in self.list_folders(f"n/{namespace}/{kind}"):
            for entry in self.scan(f"n/{namespace}/{kind}/{digits}"):
                match = NAME.fullmatch(entry.name)
                fits = match and match[2][:2] == digits and len(match[1]) == (32 if kind == "blobs" else 16)
                if fits and entry.is_file(follow_symlinks=False):
                    found.append(entry.name)
        return sorted(found)

    def list_folders(self, path):
        return sorted(entry.name for entry in self.scan(path) if entry.is_dir(follow_symlinks=False))

    def scan(self, path):
        """Lists the entries of a folder that is no link; none when it does not exist."""
        full = os.path.join(self.root, *path.split("/"))
        try:
            return list(os.scandir(full)) if stat.S_ISDIR(os.lstat(full).st_mode) else []
        except FileNotFoundError:
            return []
        except OSError as error:
            self.findings.add_damaged(path, f"The folder cannot be read: {error.strerror}.")
            return []

    def read(self, namespace, kind, name):
        """Returns the bytes of an artifact, or None when they are damaged."""
        path = self.path(namespace, kind, name)
        self.paths_read.add(path)
        try:
            with open(os.path.join(self.root, *path.split("/")), "rb") as file:
                data = file.read(MAX_ARTIFACT + 1)
        except OSError as error:
            self.findings.add_damaged(path, f"The file cannot be read: {error.strerror}.")
            return None
        if len(data) > MAX_ARTIFACT or hashlib.sha256(data).hexdigest()[:32] != name.split("-")[1]:
            self.findings.add_damaged(path, "The bytes do not match the name.")
            return None
        return data

    def read_rest(self, namespace):
        """Reads the artifacts of a namespace that nothing needed, so that damage is found."""
        for kind in CLASSES:
            for name in self.names(namespace, kind):
                if self.path(namespace, kind, name) not in self.paths_read:
                    self.read(namespace, kind, name)
