"""Group of a sync folder, opened with the recovery code: SPEC.md sections 2, 4 and 6."""
import hashlib
import json
import re
import struct
import zlib

from admission import KINDS, RECOVERY, find_log
from encoding import LETTERS, blake2b, c32, epoch_id, key_id, lp, padded, tag
from folder import CLASSES, Unreadable, index_of
from primitives import DecryptionError, aead_decrypt, box_keys, derive_subkey, is_valid_signature, sign_public_key, unseal

MAX_INFLATED = 4 * 2**20


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


class Group:
    """Keys and members of a folder, opened with the secret of the recovery code."""

    def __init__(self, folder, secret):
        self.folder, self.findings, self.database_id = folder, folder.findings, folder.database_id
        self.box = box_keys(blake2b(32, tag("recovery/box/1"), secret))
        self.key = key_id(sign_public_key(blake2b(32, tag("recovery/sign/1"), secret)), self.box[1])
        self.epochs, self.members, self.keys = {}, {}, {}
        self.open_epochs()
        operations = self.read_control()
        try:
            self.admission = find_log(operations, self.key)
        except Unreadable:
            self.check_members(folder.namespaces, operations)
            raise
        self.log = self.admission.build_log()
        self.state = self.log.state()
        if self.state["recovery_key"] != self.key:
            raise Unreadable("This recovery code was replaced by a newer one.")
        self.members = {member["replica_id"]: member for member in self.state["members"]}
        self.active_keys = {key for member in self.members.values() for key in member["active_keys"]}
        for introduced in self.admission.introductions.values():
            for key, replica, pair, _ in introduced:
                if replica != RECOVERY:
                    self.keys.setdefault(replica, {})[key] = pair[0]
        self.check_control(operations)

    @property
    def replicas(self):
        """All replicas that were ever added, also by operations that do not count."""
        return sorted(self.keys)

    def status(self, replica):
        return self.members[replica]["status"] if replica in self.members else "none"

    def describe(self, replica):
        return f"the device \"{self.members[replica]['name']}\"" if replica in self.members else f"the device {replica}"

    # Epochs

    def open_epochs(self):
        """Opens the keys of epochs. A former recovery code may have been replaced, so not every artifact opens."""
        found = [(namespace, name) for namespace in self.folder.namespaces for name in self.folder.names(namespace, "recovery")]
        for namespace, name in found:
            data = self.folder.read(namespace, "recovery", name)
            if data is None or len(data) != 76 + 88 + 64:
                continue
            try:
                opened = unseal(data[76:164], *self.box)
            except DecryptionError:
                continue
            identity = epoch_id(self.database_id, struct.unpack(">Q", opened[32:])[0], opened[:32])
            if identity == data[16:32].hex():
                self.epochs[identity] = opened[:32]
        if not found:
            raise Unreadable("The folder has no recovery artifact. A device must sync with it first, or files are missing.")
        if not self.epochs and self.findings.damaged:
            raise Unreadable("The recovery artifacts of the folder are damaged, or this is another recovery code.")
        if not self.epochs:
            raise Unreadable("No key in this folder opens with this recovery code.")

    # Artifacts

    def decrypt(self, namespace, kind, name, data):
        """Returns the payload of an artifact, or None."""
        if data is None or len(data) < 76 or data[:5] != b"NSA1\1" or data[5] != CLASSES[kind] or data[7] != 0:
            return None
        size = struct.unpack(">I", data[72:76])[0]
        key = self.epochs.get(data[16:32].hex())
        if key is None or len(data) != 76 + size + 64 or (kind != "blobs" and index_of(name) != struct.unpack(">Q", data[8:16])[0]):
            return None
        additional = tag("artifact/1") + lp(self.database_id) + lp(namespace) + data[:76]
        try:
            plain = aead_decrypt(derive_subkey(key, CLASSES[kind]), data[48:72], data[76:-64], additional)
        except DecryptionError:
            return None
        return unpack(plain, data[6])

    def signer(self, data):
        return "key_" + c32(data[32:48])

    def is_signed(self, namespace, data):
        """Verifies the signature by a key of the namespace."""
        public = self.keys.get(namespace, {}).get(self.signer(data))
        message = tag("artifact-sig/1") + lp(self.database_id) + lp(namespace) + data[:-64]
        return public is not None and is_valid_signature(public, message, data[-64:])

    def open(self, namespace, kind, name):
        """Returns payload and bytes of an artifact, or None. What does not open is among the findings."""
        data = self.folder.read(namespace, kind, name)
        if data is None:
            return None
        path = self.folder.path(namespace, kind, name)
        payload = self.decrypt(namespace, kind, name, data)
        if payload is None:
            known = len(data) < 76 or data[16:32].hex() in self.epochs
            problem = "The file does not decrypt." if known else f"No recovery artifact opens its epoch {data[16:32].hex()}."
            self.findings.add_damaged(path, problem)
        elif not self.is_signed(namespace, data):
            self.findings.add_damaged(path, "The signature is not by a key of this device.")
        else:
            return payload, data
        return None

    # Control log

    def read_control(self):
        """Returns the operations of all namespaces: body, text and signature by id."""
        operations = {}
        for namespace in self.folder.namespaces:
            for name in self.folder.names(namespace, "members"):
                data = self.folder.read(namespace, "members", name)
                payload = self.decrypt(namespace, "members", name, data)
                try:
                    body = json.loads(payload[:-64]) if payload is not None else None
                except ValueError:
                    body = None
                if not isinstance(body, dict):
                    continue
                if body.get("v") != 1 or body.get("kind") not in KINDS:
                    self.findings.add_missing(f"{self.folder.path(namespace, 'members', name)} is by a newer version of Notes.")
                    break
                if body.get("database_id") == self.database_id and isinstance(body.get("parents"), list):
                    operations[hashlib.sha256(payload).hexdigest()] = (body, payload[:-64], payload[-64:])
        return operations

    def check_control(self, operations):
        """Reports what the control log lacks."""
        findings, known = self.findings, self.admission.admitted
        self.check_members(self.replicas, operations)
        for replica in self.replicas:
            self.check_indices(replica, "recovery")
            for name in self.folder.names(replica, "members"):
                data = self.folder.read(replica, "members", name)
                if data is not None and self.decrypt(replica, "members", name, data) is None:
                    self.open(replica, "members", name)
        for op in self.admission.refused:
            body = operations[op][0]
            if body["kind"] != "genesis":
                findings.add_missing(f"An operation {body['kind']} of the control log is invalid, and was left out ({op[:16]}…).")
        minted = {epoch["epoch_id"] for epoch in self.state["epochs"]}
        for epoch in self.epochs:
            if epoch not in minted:
                findings.add_missing(f"The control log lacks the operation that made the epoch {epoch}.")
        if self.state["merge_version"] != 1:
            findings.add_missing(
                f"The group merges notes by version {self.state['merge_version']} of the rules, which this program does not know."
                " Texts that were changed on two devices may differ."
            )
        self.check_recovery()
        for namespace in self.folder.namespaces:
            if namespace not in self.keys and self.is_by_member(namespace):
                self.report_stranger(namespace)

    def check_members(self, replicas, operations):
        """Reports gaps of the class `members`, and parents that no artifact has."""
        for replica in replicas:
            self.check_indices(replica, "members")
        for body, *_ in operations.values():
            for parent in body["parents"]:
                if parent not in operations:
                    self.report_operation(parent)

    def report_operation(self, op):
        self.findings.add_missing(f"The control log lacks the operation {op}. A device may be unknown without it.")

    def report_stranger(self, replica):
        self.findings.add_missing(
            f"The control log lacks the operation that added the device {replica}. Its changes are written as far as another device has"
            " confirmed them."
        )

    def is_by_member(self, namespace):
        """Returns true when something in an unknown namespace was encrypted with a key of the group."""
        for kind in ("members", "acks", "ops", "snapshots"):
            for name in self.folder.names(namespace, kind)[-1:]:
                data = self.folder.read(namespace, kind, name)
                if self.decrypt(namespace, kind, name, data) is not None:
                    return True
        return False

    def check_indices(self, replica, kind):
        """Reports gaps of a class that is kept from its first artifact on."""
        present = {index_of(name) for name in self.folder.names(replica, kind)}
        for gap in find_gaps(set(range(1, max(present, default=0) + 1)) - present):
            self.findings.add_missing(f"n/{replica}/{kind} lacks {gap} of {self.describe(replica)}.")

    def check_recovery(self):
        """Reports missing keys of epochs. A device publishes those that it was added with before any other artifact but `members`."""
        for op, body in self.admission.admitted.items():
            if body["kind"] not in ("genesis", "member.add"):
                continue
            replica = body["member"]["replica_id"] if body["kind"] == "genesis" else body["replica_id"]
            owed = {each["epoch_id"] for past in self.admission.pasts[op] if "epoch_id" in (each := self.admission.admitted[past])}
            count = 1 if body["kind"] == "genesis" else len(owed) if owed <= set(body["epochs"]) else 0
            present = {index_of(name) for name in self.folder.names(replica, "recovery")}
            has_published = any(self.folder.names(replica, kind) for kind in ("ops", "acks", "blobs", "snapshots"))
            if has_published and self.status(replica) != "none":
                for gap in find_gaps(set(range(1, count + 1)) - present):
                    self.findings.add_missing(f"n/{replica}/recovery lacks {gap} of {self.describe(replica)}.")


def find_gaps(indices):
    """Describes a set of indices as runs."""
    runs = []
    for index in sorted(indices):
        if runs and runs[-1][1] == index - 1:
            runs[-1][1] = index
        else:
            runs.append([index, index])
    return [f"number {first}" if first == last else f"numbers {first} to {last}" for first, last in runs]
