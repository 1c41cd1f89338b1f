"""Files of an archive by SPEC.md section 1, and the error for its problems."""
import hashlib
import os
import stat

from schema import is_safe_path

SLICE_BYTES = 1 << 20


class ArchiveError(Exception):
    """Problem of an archive: a code of SPEC.md, the file or digest that it is about, and a sentence."""

    def __init__(self, code, subject, text):
        super().__init__(code, subject, text)
        self.code, self.subject, self.text = code, subject, text


def compute_sha256(data):
    return hashlib.sha256(data).hexdigest()


def slices(file, length):
    while length > 0:
        piece = file.read(min(SLICE_BYTES, length))
        if not piece:
            return
        length -= len(piece)
        yield piece


class Folder:
    """Files of an archive. No link is followed below the root."""

    def __init__(self, root):
        self.root = root

    def open(self, path, missing):
        """Opens a regular file and returns it with its size. `missing` is the code for a file that does not exist."""
        if not is_safe_path(path):
            raise ArchiveError("archive_path_unsafe", path, "The path is not safe on every system.")
        at, segments = self.root, path.split("/")
        for number, segment in enumerate(segments, 1):
            at = os.path.join(at, segment)
            try:
                mode = os.lstat(at).st_mode
            except FileNotFoundError:
                raise ArchiveError(missing, path, "The file does not exist.") from None
            if not (stat.S_ISREG(mode) if number == len(segments) else stat.S_ISDIR(mode)):
                raise ArchiveError("archive_not_regular", path, "The path is not a regular file, or leads through a link.")
        file = open(at, "rb")
        return file, os.fstat(file.fileno()).st_size
