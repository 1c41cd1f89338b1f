"""Folder into which a reader writes. Names are safe on every system, and no two files have the same name."""
import datetime
import json
import os
import re
import unicodedata

MAX_NAME_BYTES = 180
MAX_EXTENSION_BYTES = 20
MAX_FOLDER_BYTES = 700
FORBIDDEN = re.compile("[\\x00-\\x1f\\x7f-\\x9f/\\\\:*?\"<>|\u200e\u200f\u2028-\u202e\u2066-\u2069]")
ENDS = re.compile(r"^[\s.]+|[\s.]+$")
DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|\Z)", re.I)


def clean_name(name, fallback="untitled"):
    """Returns a name that every file system accepts: no separators, devices, leading or trailing dots."""
    cleaned = ENDS.sub("", FORBIDDEN.sub("_", name))
    cleaned = ENDS.sub("", cleaned.encode("utf-8")[:MAX_NAME_BYTES].decode("utf-8", errors="ignore"))
    return ("_" + cleaned if DEVICE.match(cleaned) else cleaned) or fallback


def split_extension(name):
    """Splits the name of an attachment, so that a long one keeps its extension."""
    stem, extension = os.path.splitext(ENDS.sub("", FORBIDDEN.sub("_", name)))
    short = len(extension.encode("utf-8")) <= MAX_EXTENSION_BYTES and not re.search(r"\s", extension)
    return (stem, extension) if short else (name, "")


def format_front_matter(title, path, tags, body):
    """Returns front matter with the tags, and the title where the file name differs; none before that of the note itself."""
    lines = [] if os.path.basename(path) == title + ".md" else ["title: " + json.dumps(title, ensure_ascii=False)]
    if tags:
        lines.append("tags: " + json.dumps(tags, ensure_ascii=False))
    if not lines or re.match(r"---\r?\n", body):
        return ""
    return "---\n%s\n---\n" % "\n".join(lines)


class Output:
    """New folder. Paths are relative to it, with slashes."""

    def __init__(self, root, reserved=()):
        """Creates the folder. `reserved` are names at its top that no notebook gets."""
        os.makedirs(root)
        self.root = root
        self.used = {"": dict.fromkeys(map(self.fold, reserved), 1)}

    def fold(self, name):
        """Folds names that some file systems take for the same."""
        return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())

    def make_folder(self, parent, name):
        """Creates a folder and returns its path. One whose path would be too long is created at the top."""
        path = self.claim("" if len(parent.encode("utf-8")) > MAX_FOLDER_BYTES else parent, clean_name(name), "")
        os.makedirs(self.locate(path))
        return path

    def write(self, path, pieces, time=None):
        """Writes a claimed file, with the time of its content."""
        os.makedirs(os.path.dirname(self.locate(path)), exist_ok=True)
        with open(self.locate(path), "xb") as file:
            for piece in pieces:
                file.write(piece)
        if time is not None:
            self.set_time(path, time)

    def claim(self, parent, name, extension):
        """Returns a path that no other file or folder has, also where case is ignored."""
        used = self.used.setdefault(parent, {})
        number = used.get(self.fold(name + extension), 1)
        candidate = name + extension
        while self.fold(candidate) in used:
            number += 1
            candidate = "%s (%d)%s" % (name, number, extension)
        used[self.fold(name + extension)] = number
        used.setdefault(self.fold(candidate), 1)
        return parent + "/" + candidate if parent else candidate

    def locate(self, path):
        return os.path.join(self.root, *path.split("/"))

    def set_time(self, path, time):
        try:
            seconds = datetime.datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp()
            os.utime(self.locate(path), (seconds, seconds))
        except (ValueError, OverflowError, OSError):
            # The file system, or Python, has no such time.
            pass
