#!/usr/bin/env python3
"""Writes every note and attachment of a sync folder as files, with the recovery code and nothing else.

    python3 read_carrier.py FOLDER OUT            asks for the recovery code
    python3 read_carrier.py FOLDER OUT --json     also writes OUT/library.json

FOLDER is the folder that devices synchronise through, or a copy of it. OUT must not exist. Needs Python 3.9; with the
package `cryptography` it is much faster. Changes nothing in FOLDER. Written from SPEC.md alone, as an exit that works
without the program.
"""
import base64
import getpass
import hashlib
import json
import os
import re
import struct
import sys
import zlib

from control_log import Log
from encoding import LETTERS, blake2b, c32, epoch_id, key_id, lp, padded, tag
from merge import EMBEDDED, merge
from primitives import DecryptionError, aead_decrypt, box_keys, derive_subkey, is_valid_signature, sign_public_key, unseal

CLASSES = {"members": 1, "ops": 2, "acks": 3, "blobs": 4, "snapshots": 5, "recovery": 6}
NAME = re.compile(r"([0-9a-f]{16}|[0-9a-f]{32})-([0-9a-f]{32})")
MAX_ARTIFACT, MAX_INFLATED, CHUNK = 1_000_000, 4 * 2**20, 983_039


class Unreadable(Exception):
    """The folder or the code cannot be used; the message says why."""


def parse_code(text):
    """Returns the secret of a recovery code."""
    letters = re.sub(r"[-\s]", "", text).lower().translate(str.maketrans("oil", "011"))
    if len(letters) != 56 or any(letter not in LETTERS for letter in letters):
        raise Unreadable("A recovery code has 56 letters and digits.")
    number = 0
    for letter in letters:
        number = number << 5 | LETTERS.index(letter)
    data = number.to_bytes(35, "big")
    if data[0] != 2 or hashlib.sha256(tag("recovery-code/1") + data[:33]).digest()[:2] != data[33:]:
        raise Unreadable("The recovery code has a typing error.")
    return data[1:33]


def unpack(plain, codec):
    """Removes the padding of a payload and inflates it; returns None when it is invalid."""
    payload = plain.rstrip(b"\0")
    if payload[-1:] != b"\x80" or padded(len(payload)) != len(plain) or codec > 1:
        return None
    payload = payload[:-1]
    if codec == 0:
        return payload
    inflater = zlib.decompressobj(-15)
    try:
        inflated = inflater.decompress(payload, MAX_INFLATED + 1)
    except zlib.error:
        return None
    return inflated if inflater.eof and len(inflated) <= MAX_INFLATED and not inflater.unused_data else None


class Carrier:
    """Artifacts of a folder whose bytes match their names."""

    def __init__(self, folder):
        self.folder = folder
        try:
            with open(os.path.join(folder, "service-sync-carrier.json"), encoding="utf-8") as file:
                marker = json.load(file)
        except (OSError, ValueError):
            raise Unreadable(f"{folder} is not a sync folder: it has no valid service-sync-carrier.json.") from None
        if marker.get("format") != "service-sync-carrier" or marker.get("version") != 1:
            raise Unreadable("The sync folder belongs to another version of the protocol.")
        self.database_id = marker["database_id"]
        self.damaged = 0

    def namespaces(self):
        return sorted(self.entries(os.path.join(self.folder, "n")))

    def entries(self, path):
        try:
            return [entry.name for entry in os.scandir(path) if not entry.is_symlink()]
        except OSError:
            return []

    def names(self, namespace, kind):
        """Lists the names of a class, ascending."""
        top = os.path.join(self.folder, "n", namespace, kind)
        found = []
        for digits in self.entries(top):
            for name in self.entries(os.path.join(top, digits)):
                match = NAME.fullmatch(name)
                if match and match[2][:2] == digits and len(match[1]) == (32 if kind == "blobs" else 16):
                    found.append(name)
        return sorted(found)

    def read(self, namespace, kind, name):
        """Returns the bytes of an artifact, or None when they are damaged."""
        path = os.path.join(self.folder, "n", namespace, kind, name.split("-")[1][:2], name)
        try:
            with open(path, "rb") as file:
                data = file.read(MAX_ARTIFACT + 1)
        except OSError:
            data = b""
        if len(data) > MAX_ARTIFACT or hashlib.sha256(data).hexdigest()[:32] != name.split("-")[1]:
            self.damaged += 1
            return None
        return data


class Group:
    """Keys and members of a carrier, opened with the recovery code."""

    def __init__(self, carrier, secret):
        self.carrier, self.database_id = carrier, carrier.database_id
        self.box = box_keys(blake2b(32, tag("recovery/box/1"), secret))
        self.key = key_id(sign_public_key(blake2b(32, tag("recovery/sign/1"), secret)), self.box[1])
        self.epochs = {}
        for namespace in carrier.namespaces():
            for name in carrier.names(namespace, "recovery"):
                self.open_epoch(carrier.read(namespace, "recovery", name))
        if not self.epochs:
            raise Unreadable("No key in this folder opens with this recovery code.")
        self.find_log()

    def open_epoch(self, data):
        if data is None or len(data) != 76 + 88 + 64:
            return
        try:
            opened = unseal(data[76:164], *self.box)
        except DecryptionError:
            return
        identity = epoch_id(self.database_id, struct.unpack(">Q", opened[32:])[0], opened[:32])
        if identity == data[16:32].hex():
            self.epochs[identity] = opened[:32]

    def decrypt(self, namespace, kind, name, data):
        """Returns the payload of an artifact, or None."""
        if data is None or len(data) < 76 or data[:5] != b"NSA1\1" or data[5] != CLASSES[kind] or data[7] != 0:
            return None
        size = struct.unpack(">I", data[72:76])[0]
        key = self.epochs.get(data[16:32].hex())
        if key is None or len(data) != 76 + size + 64 or (kind != "blobs" and int(name[:16], 16) != struct.unpack(">Q", data[8:16])[0]):
            return None
        additional = tag("artifact/1") + lp(self.database_id) + lp(namespace) + data[:76]
        try:
            plain = aead_decrypt(derive_subkey(key, CLASSES[kind]), data[48:72], data[76:-64], additional)
        except DecryptionError:
            return None
        return unpack(plain, data[6])

    def is_signed(self, namespace, data, keys):
        signer = "key_" + c32(data[32:48])
        message = tag("artifact-sig/1") + lp(self.database_id) + lp(namespace) + data[:-64]
        return signer in keys and is_valid_signature(keys[signer], message, data[-64:])

    def find_log(self):
        """Admits the operations of the control log that leads to the key of the recovery code."""
        bodies = {}
        for namespace in self.carrier.namespaces():
            for name in self.carrier.names(namespace, "members"):
                payload = self.decrypt(namespace, "members", name, self.carrier.read(namespace, "members", name))
                if payload is None:
                    continue
                try:
                    body = json.loads(payload[:-64])
                except ValueError:
                    continue
                if body.get("v") == 1 and body.get("database_id") == self.database_id:
                    bodies[hashlib.sha256(payload).hexdigest()] = (body, payload[:-64], payload[-64:])
        logs = [self.admit(identity, bodies) for identity, (body, *_) in bodies.items() if body["kind"] == "genesis"]
        logs = [log for log in logs if log and self.key in log.introductions]
        if len(logs) != 1:
            raise Unreadable(f"{len(logs)} groups in this folder belong to this recovery code. One is needed.")
        self.log = logs[0]
        self.state = self.log.state()
        if self.state["recovery_key"] != self.key:
            raise Unreadable("This recovery code was replaced by a newer one.")
        self.members = {member["replica_id"]: member for member in self.state["members"]}

    def admit(self, genesis, bodies):
        admitted, keys = {}, {}
        waiting = {genesis: bodies[genesis], **{op: b for op, b in bodies.items() if b[0]["kind"] != "genesis"}}
        while True:
            ready = [op for op, (body, *_) in waiting.items() if op not in admitted and all(p in admitted for p in body["parents"])]
            fresh = [op for op in ready if self.belongs(op, genesis, waiting[op], admitted, keys)]
            for op in fresh:
                admitted[op] = waiting[op]
            if not fresh:
                break
        if genesis not in admitted:
            return None
        written = [{"id": op, "body": text.decode(), "signature": base64.b64encode(s).decode()} for op, (_, text, s) in admitted.items()]
        log = Log(written)
        self.public_keys = keys
        return log

    def belongs(self, op, genesis, written, admitted, keys):
        body, text, signature = written
        if body["kind"] == "genesis" and (op != genesis or body["parents"]) or (body["kind"] != "genesis" and not body["parents"]):
            return False
        if body["height"] != 1 + max((admitted[parent][0]["height"] for parent in body["parents"]), default=0):
            return False
        introduced = {}
        for fields in [body.get("recovery"), body.get("member"), body if "sign_pk" in body else None]:
            if fields:
                pair = base64.b64decode(fields["sign_pk"]), base64.b64decode(fields["box_pk"])
                introduced[key_id(*pair)] = pair[0]
                if "proof" in fields:
                    message = tag("member-key/1") + lp(fields["replica_id"]) + pair[0] + pair[1]
                    if not is_valid_signature(pair[0], message, base64.b64decode(fields["proof"])):
                        return False
        known = {**keys, **(introduced if body["kind"] == "genesis" else {})}
        if body["key_id"] not in known or not is_valid_signature(known[body["key_id"]], tag("control/1") + text, signature):
            return False
        keys.update(introduced)
        return True

    # Operations

    def acknowledgements(self):
        """Returns the last acknowledgement of each member."""
        found = {}
        for replica in self.members:
            for name in reversed(self.carrier.names(replica, "acks")):
                data = self.carrier.read(replica, "acks", name)
                payload = self.decrypt(replica, "acks", name, data)
                if payload is not None and self.is_signed(replica, data, self.public_keys):
                    found[replica] = json.loads(payload)
                    break
        return found

    def operations(self):
        """Returns the operations of all members that count, of a checkpoint and of segments."""
        acks = self.acknowledgements()
        found = self.read_checkpoint(acks)
        for replica, member in self.members.items():
            attested = max((ack.get("attested", {}).get(replica, 0) for ack in acks.values()), default=0)
            limit = float("inf") if member["status"] == "active" else attested
            dead = set(member["dead_keys"])
            for name in self.carrier.names(replica, "ops"):
                data = self.carrier.read(replica, "ops", name)
                payload = self.decrypt(replica, "ops", name, data)
                if payload is None or not self.is_signed(replica, data, self.public_keys):
                    continue
                most = attested if "key_" + c32(data[32:48]) in dead else limit
                for line in payload.decode().split("\n")[1:]:
                    op = json.loads(line) if line else {}
                    if "op" in op and op["s"] <= most:
                        found.setdefault((replica, op["s"]), {**op, "author": replica})
        return list(found.values())

    def read_checkpoint(self, acks):
        """Returns the operations of the largest verified checkpoint of an active member, by author and number."""
        verified = {}
        for replica, ack in acks.items():
            for name in ack.get("snapshots_verified", []):
                verified.setdefault(name, set()).add(replica)
        alive = [replica for replica, member in self.members.items() if member["status"] == "active"]
        best = {}
        for replica in alive:
            for name in self.carrier.names(replica, "snapshots"):
                by = verified.get(name, set())
                if not (by - {replica} if len(alive) > 1 else by):
                    continue
                found = self.read_parts(replica, name)
                if found is not None and len(found) > len(best):
                    best = found
        return best

    def read_parts(self, replica, name):
        data = self.carrier.read(replica, "snapshots", name)
        head = self.decrypt(replica, "snapshots", name, data)
        if head is None or not self.is_signed(replica, data, self.public_keys):
            return None
        found = {}
        for part in json.loads(head)["parts"]:
            data = self.carrier.read(replica, "snapshots", part)
            payload = self.decrypt(replica, "snapshots", part, data)
            if payload is None or not self.is_signed(replica, data, self.public_keys):
                return None
            for line in payload.decode().split("\n"):
                if line:
                    entry = json.loads(line)
                    author, op = entry["replica_id"], entry["operation"]
                    found[(author, op["s"])] = {**op, "author": author}
        return found

    # Blobs

    def index_blobs(self):
        self.chunks = {}
        for namespace in self.carrier.namespaces():
            for name in self.carrier.names(namespace, "blobs"):
                self.chunks.setdefault(name.split("-")[0], []).append((namespace, name))

    def read_blob(self, sha256, size):
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
        for key in self.epochs.values():
            locator = blake2b(16, digest + struct.pack(">I", chunk), derive_subkey(key, 32)).hex()
            for namespace, name in self.chunks.get(locator, []):
                payload = self.decrypt(namespace, "blobs", name, self.carrier.read(namespace, "blobs", name))
                if payload is not None:
                    return payload
        return None


def read_library(folder, code):
    """Returns the merged library, the group that it was read from, and texts that are missing."""
    group = Group(Carrier(folder), parse_code(code))
    group.index_blobs()
    operations, missing = [], []
    for op in group.operations():
        if op["op"] == "doc.write" and "body_ref" in op:
            text = group.read_blob(op["body_ref"]["sha256"], op["body_ref"]["size"])
            if text is None:
                missing.append(op["rev"])
                continue
            op["body"] = text.decode()
        operations.append(op)
    return merge(operations), group, missing


def safe(name):
    """Returns a name that every file system accepts."""
    cleaned = re.sub(r'[\0-\x1f\x7f/\\:*?"<>|]', "_", name).strip(" .")
    return cleaned.encode()[:180].decode(errors="ignore") or "untitled"


def write_library(library, group, out):
    os.makedirs(out)

    def write(folder, name, extension, data):
        os.makedirs(folder, exist_ok=True)
        path, number = os.path.join(folder, name + extension), 2
        while os.path.exists(path):
            path, number = os.path.join(folder, f"{name} ({number}){extension}"), number + 1
        with open(path, "xb") as file:
            file.write(data)

    def path_of(notebook):
        name, parent = library["notebooks"][notebook]
        return os.path.join(path_of(parent) if parent else out, safe(name))

    lost = 0
    for note in library["notes"]:
        folder = os.path.join(out, "Trash") if note["trashed"] else path_of(note["notebook"])
        tags = f"---\ntags: {json.dumps(note['tags'], ensure_ascii=False)}\n---\n" if note["tags"] and not note["body"].startswith("---\n") else ""
        write(folder, safe(note["title"]), ".md", (tags + note["body"]).encode())
        for other in note["set_aside"]:
            write(folder, safe(f"{other['title']} (conflict)"), ".md", other["body"].encode())
    for resource, about in library["attachments"].items():
        data = group.read_blob(about["sha256"], about["size"])
        if data is None:
            lost += 1
        else:
            write(os.path.join(out, "attachments", resource), safe(about["filename"]), "", data)
    return lost


def count(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    if len(words) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder, out = words
    if os.path.exists(out):
        print(f"{out} exists already. Name a folder that does not exist.", file=sys.stderr)
        return 2
    code = getpass.getpass("Recovery code: ") if sys.stdin.isatty() else sys.stdin.readline()
    try:
        library, group, missing = read_library(folder, code)
    except Unreadable as reason:
        print(reason, file=sys.stderr)
        return 1
    lost = write_library(library, group, out)
    if "--json" in sys.argv:
        with open(os.path.join(out, "library.json"), "w", encoding="utf-8") as file:
            json.dump(library, file, ensure_ascii=False)
    notes, attachments = count(len(library["notes"]), "note"), count(len(library["attachments"]) - lost, "attachment")
    print(f"{notes} and {attachments} written to {out}.")
    for number, noun, consequence in (
        (len(missing), "text", "missing or damaged, and left out."),
        (lost, "attachment", "missing or damaged, and left out."),
        (group.carrier.damaged, "damaged file", "skipped."),
    ):
        if number:
            print(f"{count(number, noun)} {consequence}", file=sys.stderr)
    return 1 if missing or lost else 0


if __name__ == "__main__":
    sys.exit(main())
