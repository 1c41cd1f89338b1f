#!/usr/bin/env python3
"""Checks the vectors as far as the standard library goes, which has BLAKE2b and SHA-256 but no signatures or seals.

    python3 verify.py             the vectors beside this file
    python3 verify.py CONTROL     control logs in the form of control.json, with the states that follow

Prints what is not as SPEC.md has it, a line each; exit status 0 nothing, 1 something. Written from SPEC.md, as a second
reader: above all of which operations of a control log count.
"""
import base64
import hashlib
import io
import json
import os
import struct
import sys
import tarfile

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
HERE = os.path.dirname(os.path.abspath(__file__))
faults = []


def expect(what, found, expected):
    if found != expected:
        faults.append(f"{what}: {found!r} is not {expected!r}")


def tag(name):
    return b"service-sync/" + name.encode() + b"\0"


def lp(text):
    data = text.encode()
    return struct.pack(">H", len(data)) + data


def c32(data):
    number, count = int.from_bytes(data, "big"), -(-len(data) * 8 // 5)
    return "".join(LETTERS[(number >> (5 * at)) & 31] for at in reversed(range(count)))


def blake2b(size, data, key=b""):
    return hashlib.blake2b(data, digest_size=size, key=key).digest()


def key_id(sign_pk, box_pk):
    return "key_" + c32(blake2b(32, tag("key-id/1") + sign_pk + box_pk)[:16])


def read(name):
    with open(os.path.join(HERE, name + ".json"), encoding="utf-8") as file:
        return json.load(file)


def check_keys():
    vectors = read("keys")
    for vector in vectors["key_ids"] + vectors["recovery"]:
        found = key_id(bytes.fromhex(vector["sign_pk"]), bytes.fromhex(vector["box_pk"]))
        expect("key id", found, vector["key_id"])
    for vector in vectors["epochs"]:
        key = bytes.fromhex(vector["epoch_key"])
        material = tag("epoch/1") + lp(vector["database_id"]) + struct.pack(">Q", vector["number"]) + key
        expect("epoch id", blake2b(16, material).hex(), vector["epoch_id"])
        derive = lambda subkey: hashlib.blake2b(
            b"", digest_size=32, key=key, salt=struct.pack("<Q", subkey) + bytes(8), person=b"svcsync1" + bytes(8)
        ).digest()
        classes = ["members", "ops", "acks", "blobs", "snapshots"]
        expect("class keys", {n: derive(at + 1).hex() for at, n in enumerate(classes)}, vector["class_keys"])
        expect("backup key", derive(33).hex(), vector["backup_key"])
        for locator in vector["locators"]:
            place = bytes.fromhex(locator["sha256"]) + struct.pack(">I", locator["chunk"])
            expect("locator", blake2b(16, place, derive(32)).hex(), locator["locator"])


def padded(length):
    if length <= 256:
        return 256
    exponent = length.bit_length() - 1
    step = 1 << (exponent - exponent.bit_length())
    return -(-length // step) * step


def check_artifacts():
    vectors = read("artifacts")
    for vector in vectors["artifacts"] + [vectors["recovery_artifact"]]:
        data = bytes.fromhex(vector["artifact"])
        digest = hashlib.sha256(data).hexdigest()
        expect("digest", digest, vector["sha256"])
        expect("name", vector["name"].split("-")[1], digest[:32])
        expect("magic", data[:5], b"NSA1\1")
        expect("index", struct.unpack(">Q", data[8:16])[0], vector["index"])
        expect("epoch", data[16:32].hex(), vectors["epoch"]["id"])
        expect("signer", "key_" + c32(data[32:48]), vectors["signer"]["key_id"])
        sealed = struct.unpack(">I", data[72:76])[0]
        expect("length", len(data), 76 + sealed + 64)
        if vector["class"] != "recovery":
            expect("padding", padded(sealed - 16), sealed - 16)
        if vector["class"] not in ("recovery", "ops", "snapshots"):
            expect("size", sealed - 16, padded(len(vector["payload"]) // 2 + 1))


def check_requests():
    vectors = read("requests")
    expect("canonical text", hashlib.sha256(vectors["canonical"]["text"].encode()).hexdigest(), vectors["canonical"]["sha256"])
    signed = next(r for r in vectors["requests"] if r["name"] == "a request of a member")
    fields = dict(part.split("=", 1) for part in signed["request"]["headers"][3].split(" ", 1)[1].split(", "))
    value = lambda name: fields[name].strip('"')
    text = "\n".join([
        "Service-Sync-v1", signed["request"]["method"], signed["request"]["target"], vectors["database_id"],
        value("replica"), value("ts"), value("nonce"), hashlib.sha256(b"").hexdigest(),
    ])
    expect("text of a request", text, vectors["canonical"]["text"])
    for code, reply in vectors["replies"].items():
        expect("reply", list(json.loads(reply["body"])["error"])[0:2], ["code", "message"])
        expect("code", json.loads(reply["body"])["error"]["code"], code)


def code_of(kind, secret, name, check, group):
    typed = bytes([kind]) + secret
    letters = c32(typed + hashlib.sha256(tag(name) + typed).digest()[:check]).upper()
    return "-".join(letters[at : at + group] for at in range(0, len(letters), group))


def check_pairing():
    vectors = read("pairing")
    pairing, recovery = vectors["codes"]
    secret = bytes.fromhex(pairing["secret"])
    expect("pairing code", code_of(1, secret, "pair-code/1", 4, 5), pairing["code"])
    expect("invitation", "inv_" + c32(blake2b(16, tag("pair/id/1"), secret)), pairing["invitation_id"])
    expect("request key", blake2b(32, tag("pair/req/1"), secret).hex(), vectors["invitation"]["request_key"])
    expect("response key", blake2b(32, tag("pair/resp/1"), secret).hex(), vectors["invitation"]["response_key"])
    code = code_of(2, bytes.fromhex(recovery["secret"]), "recovery-code/1", 2, 4)
    expect("recovery code", code, recovery["recovery_code"])


def check_backup():
    vectors = read("backup")
    data, frames = bytes.fromhex(vectors["backup"]), vectors["frames"]
    expect("size", len(data), 128 + len(vectors["payload"]) // 2 + 16 * frames)
    about = vectors["archive"]
    raw = base64.b64decode(about["bytes"])
    expect("archive", hashlib.sha256(raw).hexdigest(), about["sha256"])
    files = [(m.name, tarfile.open(fileobj=io.BytesIO(raw)).extractfile(m.name).read()) for m in tarfile.open(fileobj=io.BytesIO(raw))]
    manifest, parts, end = files[0][1], files[1:-1], files[-1][1]
    expect("parts", [(n, len(c), hashlib.sha256(c).hexdigest()) for n, c in parts],
           [(p["name"], p["size_bytes"], p["sha256"]) for p in json.loads(manifest)["parts"]])
    expect("end", json.loads(end)["sha256"], hashlib.sha256(b"".join(c for _, c in parts) + manifest).hexdigest())
    expect("image", b"".join(c for n, c in parts if n.startswith("db/")).decode(), about["image"])
    packed, found = b"".join(c for n, c in parts if n.startswith("assets/")), []
    while packed:
        size = struct.unpack(">Q", packed[32:40])[0]
        content, packed, digest = packed[40 : 40 + size], packed[40 + size :], packed[:32]
        expect("attachment", hashlib.sha256(content).digest(), digest)
        found.append(content.decode())
    expect("attachments", sorted(found), sorted(about["attachments"]))


class Log:
    """A control log, its operations in any order; all of them are admitted."""

    def __init__(self, operations):
        self.bodies = {}
        for written in operations:
            data = written["body"].encode() + base64.b64decode(written["signature"])
            expect("id of an operation", hashlib.sha256(data).hexdigest(), written["id"])
            self.bodies[written["id"]] = json.loads(written["body"])
        self.pasts = {}
        for op in sorted(self.bodies, key=lambda op: self.bodies[op]["height"]):
            parents = self.bodies[op]["parents"]
            self.pasts[op] = set(parents).union(*(self.pasts[parent] for parent in parents))
        self.introductions = {}
        for op in self.bodies:
            for key, replica in self.introduced(op):
                self.introductions.setdefault(key, []).append((op, replica))
        self.rank_all()
        self.removals = {op: keys for op in self.bodies if (keys := self.removed(op))}
        self.decide()

    def introduced(self, op):
        body = self.bodies[op]
        ids = lambda fields: key_id(base64.b64decode(fields["sign_pk"]), base64.b64decode(fields["box_pk"]))
        if body["kind"] == "genesis":
            return [(ids(body["recovery"]), "recovery"), (ids(body["member"]), body["member"]["replica_id"])]
        if body["kind"] in ("member.add", "member.key_add"):
            return [(ids(body), body["replica_id"])]
        return [(ids(body), "recovery")] if body["kind"] == "recovery.replace" else []

    def rank_all(self):
        self.ranks, count = {}, 1
        for height in sorted({body["height"] for body in self.bodies.values()}):
            for op in self.in_order(op for op in self.bodies if self.bodies[op]["height"] == height):
                for key, replica in self.introduced(op):
                    if replica == "recovery":
                        self.ranks[key] = 0
                    elif key not in self.ranks and self.bodies[op]["kind"] == "member.key_add":
                        self.ranks[key] = self.rank(op)
                    elif key not in self.ranks:
                        self.ranks[key], count = count, count + 1

    def rank(self, op):
        return self.ranks.get(self.bodies[op]["key_id"], len(self.bodies))

    def in_order(self, ops):
        return sorted(ops, key=lambda op: (self.bodies[op]["height"], self.rank(op), op))

    def removed(self, op):
        body = self.bodies[op]
        known = lambda replica: {k for k, ins in self.introductions.items() for i, r in ins if r == replica and i in self.pasts[op]}
        if body["kind"] == "member.revoke_key":
            return {body["revoked_key_id"]}
        if body["kind"] == "member.retire":
            return known(body["replica_id"])
        return known("recovery") if body["kind"] == "recovery.replace" else set()

    def is_void(self, op, removals):
        key = self.bodies[op]["key_id"]
        if op in self.discarded or any(r != op and key in self.removals[r] and op not in self.pasts[r] for r in removals):
            return True
        sources = [i for i, _ in self.introductions[key] if i in self.pasts[op]]
        return bool(sources) and all(self.is_void(source, removals) for source in sources)

    def decide(self):
        undecided, counting, self.discarded = set(self.removals), set(), set()
        while undecided:
            before = len(undecided)
            void = {op for op in undecided if self.is_void(op, counting)}
            undecided, self.discarded = undecided - void, self.discarded | void
            safe = {op for op in undecided if not self.is_void(op, counting | undecided)}
            undecided, counting = undecided - safe, counting | safe
            if undecided and len(undecided) == before:
                first = min(undecided, key=lambda op: (self.rank(op), self.bodies[op]["height"], op))
                void = {op for op in undecided if self.is_void(first, {op})}
                undecided, self.discarded = undecided - void - {first}, self.discarded | void
                counting.add(first)
        self.counting = counting
        counts = lambda op: op in counting if op in self.removals else not self.is_void(op, counting)
        self.ordered = self.in_order(self.bodies)
        self.counted = [op for op in self.ordered if counts(op)]

    def state(self):
        """In the form of control.json."""
        bodies, counted = self.bodies, self.counted
        added, roots = {}, {}
        for op in sorted(counted, key=lambda op: (self.rank(op), bodies[op]["height"], op)):
            if bodies[op]["kind"] in ("genesis", "member.add"):
                for key, replica in self.introduced(op):
                    if replica != "recovery":
                        added.setdefault(replica, (op, key))
        for op in counted:
            for key, _ in self.introduced(op):
                roots.setdefault(key, roots.get(bodies[op]["key_id"], key) if bodies[op]["kind"] == "member.key_add" else key)
        dead = {key for op in self.counting for key in self.removals[op]}
        owners = {key: ins[0][1] for key, ins in self.introductions.items()}
        active = {
            key for key, owner in owners.items()
            if key in roots and key not in dead and (owner == "recovery" or added.get(owner, (0, 0))[1] == roots[key])
        }
        last = lambda kind: {bodies[op]["replica_id"]: bodies[op] for op in counted if bodies[op]["kind"] == kind}
        first = lambda kind: {bodies[op]["replica_id"]: bodies[op] for op in reversed(counted) if bodies[op]["kind"] == kind}
        permits, retired = last("snapshot.permit"), first("member.retire")

        def member(replica):
            body, own = bodies[added[replica][0]], sorted(key for key in owners if owners[key] == replica)
            alive = any(key in active for key in own)
            return {
                "replica_id": replica,
                "name": body["member"]["name"] if body["kind"] == "genesis" else body["name"],
                "status": "retired" if replica in retired else "active" if alive else "revoked",
                "active_keys": [key for key in own if key in active],
                "dead_keys": [key for key in own if key not in active],
                "added_by": body["author_replica_id"],
                "snapshot_permitted": alive and permits.get(replica, {}).get("granted", False),
                "final": retired.get(replica, {}).get("final"),
            }

        epochs = self.epochs()
        current = [epoch for epoch in epochs if epoch["counts"]][-1]
        missing = [m for epoch in epochs if (m := self.missing(epoch, added, active, owners))["key_ids"]]
        codes = [key for op in counted for key, owner in self.introduced(op) if owner == "recovery"]
        return {
            "members": [member(replica) for op in counted for replica, by in added.items() if by[0] == op],
            "recovery_key": ([key for key in codes if key in active] or codes)[-1],
            "merge_version": [bodies[op]["merge_version"] for op in counted if "merge_version" in bodies[op]][-1],
            "epochs": [{name: epoch[name] for name in ("epoch_id", "number", "counts")} for epoch in epochs],
            "current_epoch": current["epoch_id"],
            "mint_needed": self.exposed(current, active, owners) or any(m["epoch_id"] == current["epoch_id"] for m in missing),
            "missing_seals": missing,
            "voided": [op for op in self.ordered if op not in counted],
            "heads": sorted(set(bodies) - {parent for body in bodies.values() for parent in body["parents"]}),
        }

    def epochs(self):
        found = []
        for op in self.ordered:
            body = self.bodies[op]
            if body["kind"] in ("genesis", "epoch.mint"):
                sealed = {s["key_id"] for b in self.bodies.values() if "seals" in b and b["epoch_id"] == body["epoch_id"] for s in b["seals"]}
                found.append({"op": op, "epoch_id": body["epoch_id"], "number": body.get("number", 1), "sealed": sealed, "counts": op in self.counted})
        return sorted(found, key=lambda epoch: (epoch["number"], epoch["epoch_id"]))

    def exposed(self, epoch, active, owners):
        past, author = self.pasts[epoch["op"]], self.bodies[epoch["op"]]["author_replica_id"]

        def may_have(key):
            by = [self.bodies[op] for op in self.counting if key in self.removals[op]]
            if by and all(body["kind"] == "member.revoke_key" and not body["mint"] for body in by):
                return False
            knew = any(op in past for op, _ in self.introductions[key])
            return owners[key] == author or key in epoch["sealed"] or not knew

        return any(may_have(key) for key in owners if key not in active and owners[key] != "recovery")

    def missing(self, epoch, added, active, owners):
        author = self.bodies[epoch["op"]]["author_replica_id"]
        has = lambda replica: (
            replica == author
            or epoch["epoch_id"] in self.bodies[added[replica][0]].get("epochs", [])
            or any(key in epoch["sealed"] for key in owners if owners[key] == replica)
        )
        lacking = [key for key in active if owners[key] != "recovery" and not has(owners[key])]
        return {"epoch_id": epoch["epoch_id"], "key_ids": sorted(lacking)}


def check_control(vectors):
    for scenario in vectors["scenarios"]:
        found = Log(scenario["operations"]).state()
        for field, value in scenario["state"].items():
            expect(f"{scenario['name']}: {field}", found[field], value)


if len(sys.argv) > 1:
    with open(sys.argv[1], encoding="utf-8") as given:
        check_control(json.load(given))
else:
    for check in (check_keys, check_artifacts, check_requests, check_pairing, check_backup):
        check()
    check_control(read("control"))
for fault in faults:
    print(fault)
sys.exit(1 if faults else 0)
