"""Encodings of SPEC.md sections 1 and 2."""
import hashlib
import struct

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


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


def epoch_id(database_id, number, key):
    return blake2b(16, tag("epoch/1") + lp(database_id) + struct.pack(">Q", number) + key).hex()


def padded(length):
    """Returns the padded size of a payload with its end byte."""
    if length <= 256:
        return 256
    exponent = length.bit_length() - 1
    step = 1 << (exponent - exponent.bit_length())
    return -(-length // step) * step
