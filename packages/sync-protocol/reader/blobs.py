"""Long texts and attachments, which a folder has in chunks: SPEC.md section 3."""
import hashlib
import struct

from encoding import blake2b
from primitives import derive_subkey

CHUNK = 983_039


class Blobs:
    """Chunks of all devices by their locators."""

    def __init__(self, group):
        self.group, self.chunks = group, {}
        self.locator_keys = [derive_subkey(key, 32) for key in group.epochs.values()]
        for namespace in group.folder.namespaces:
            for name in group.folder.names(namespace, "blobs"):
                self.chunks.setdefault(name.split("-")[0], []).append((namespace, name))

    def read(self, sha256, size):
        """Returns the bytes with this digest, or None when the folder does not have all of them."""
        pieces = []
        for chunk in range(max(1, -(-size // CHUNK))):
            piece = self.read_chunk(bytes.fromhex(sha256), chunk)
            if piece is None:
                return None
            pieces.append(piece)
        data = b"".join(pieces)
        return data if hashlib.sha256(data).hexdigest() == sha256 else None

    def read_chunk(self, digest, chunk):
        for key in self.locator_keys:
            locator = blake2b(16, digest + struct.pack(">I", chunk), key).hex()
            for namespace, name in self.chunks.get(locator, []):
                payload = self.open(namespace, name)
                if payload is not None:
                    return payload
        return None

    def open(self, namespace, name):
        """Decrypts a chunk. The control log may lack a device; the digest of the whole content is compared in any case."""
        if namespace not in self.group.keys:
            return self.group.decrypt(namespace, "blobs", name, self.group.folder.read(namespace, "blobs", name))
        opened = self.group.open(namespace, "blobs", name)
        return None if opened is None else opened[0]
