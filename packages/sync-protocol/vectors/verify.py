#!/usr/bin/env python3
"""Checks the vectors with the reader in ../reader, which has the cryptography that the standard library lacks.

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

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "reader"))
from control_log import Log
from encoding import blake2b, c32, key_id, lp, padded, tag
from primitives import DecryptionError, aead_decrypt, box_keys, derive_subkey, is_valid_signature, sign_public_key, unseal
from folder import CLASSES
from group import parse_code, unpack

HERE = os.path.dirname(os.path.abspath(__file__))
faults = []


def expect(what, found, expected):
    if found != expected:
        faults.append(f"{what}: {found!r} is not {expected!r}")


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


def check_decryption():
    vectors = read("artifacts")
    database, namespace = lp(vectors["database_id"]), lp(vectors["namespace"])
    key, signer = bytes.fromhex(vectors["epoch"]["key"]), vectors["signer"]
    public = sign_public_key(bytes.fromhex(signer["seed"]))
    expect("signature key", public.hex(), signer["sign_pk"])
    for vector in vectors["artifacts"] + [vectors["recovery_artifact"]]:
        data = bytes.fromhex(vector["artifact"])
        message = tag("artifact-sig/1") + database + namespace + data[:-64]
        expect("signature", is_valid_signature(public, message, data[-64:]), True)
        expect("altered signature", is_valid_signature(public, message + b"x", data[-64:]), False)
        if vector["class"] == "recovery":
            payload = unseal(data[76:164], *box_keys(bytes.fromhex(vectors["recovery"]["box_seed"])))
        else:
            subkey, additional = derive_subkey(key, CLASSES[vector["class"]]), tag("artifact/1") + database + namespace + data[:76]
            payload = unpack(aead_decrypt(subkey, data[48:72], data[76:-64], additional), data[6])
            try:
                aead_decrypt(subkey, data[48:72], data[76:-64], additional + b"x")
                faults.append("other additional data decrypts")
            except DecryptionError:
                pass
        expect("payload", payload.hex() if payload is not None else None, vector["payload"])
    for vector in read("keys")["recovery"]:
        secret = bytes.fromhex(vector["secret"])
        expect("recovery signature key", sign_public_key(blake2b(32, tag("recovery/sign/1"), secret)).hex(), vector["sign_pk"])
        expect("recovery box key", box_keys(blake2b(32, tag("recovery/box/1"), secret))[1].hex(), vector["box_pk"])
    recovery = read("pairing")["codes"][1]
    expect("secret of a recovery code", parse_code(recovery["recovery_code"].lower()).hex(), recovery["secret"])


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


def check_control(vectors):
    for scenario in vectors["scenarios"]:
        found = Log(scenario["operations"]).state()
        for field, value in scenario["state"].items():
            expect(f"{scenario['name']}: {field}", found[field], value)


if len(sys.argv) > 1:
    with open(sys.argv[1], encoding="utf-8") as given:
        check_control(json.load(given))
else:
    for check in (check_keys, check_artifacts, check_decryption, check_requests, check_pairing, check_backup):
        check()
    check_control(read("control"))
for fault in faults:
    print(fault)
sys.exit(1 if faults else 0)
