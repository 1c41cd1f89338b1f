"""Cryptographic primitives of SPEC.md sections 1 and 2, with the standard library alone.

Uses the package `cryptography` where it is installed, which is a hundred times faster.
"""
import hashlib
import hmac
import struct

try:
    from cryptography.exceptions import InvalidSignature, InvalidTag
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
except ImportError:
    ChaCha20Poly1305 = None

MASK = 0xFFFFFFFF
SIGMA = struct.unpack("<4I", b"expand 32-byte k")


class DecryptionError(Exception):
    """The ciphertext was not made with this key, nonce and additional data."""


def blake2b(size, data, key=b"", **parameters):
    return hashlib.blake2b(data, digest_size=size, key=key, **parameters).digest()


def derive_subkey(key, number):
    """Derives a key as crypto_kdf_derive_from_key does, with the context svcsync1."""
    return blake2b(32, b"", key, salt=struct.pack("<Q", number) + bytes(8), person=b"svcsync1" + bytes(8))


# ChaCha20, Salsa20 and Poly1305

CHACHA = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
SALSA = [(0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11), (0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14)]


def chacha_rounds(x):
    x = list(x)
    for _ in range(10):
        for a, b, c, d in CHACHA:
            x[a] = (x[a] + x[b]) & MASK
            v = x[d] ^ x[a]
            x[d] = (v << 16 | v >> 16) & MASK
            x[c] = (x[c] + x[d]) & MASK
            v = x[b] ^ x[c]
            x[b] = (v << 12 | v >> 20) & MASK
            x[a] = (x[a] + x[b]) & MASK
            v = x[d] ^ x[a]
            x[d] = (v << 8 | v >> 24) & MASK
            x[c] = (x[c] + x[d]) & MASK
            v = x[b] ^ x[c]
            x[b] = (v << 7 | v >> 25) & MASK
    return x


def salsa_rounds(x):
    x = list(x)
    for _ in range(10):
        for a, b, c, d in SALSA:
            for target, left, right, shift in ((b, a, d, 7), (c, b, a, 9), (d, c, b, 13), (a, d, c, 18)):
                v = (x[left] + x[right]) & MASK
                x[target] ^= (v << shift | v >> (32 - shift)) & MASK
    return x


def chacha_stream(key, nonce, counter, length):
    words = struct.unpack("<8I", key), struct.unpack("<3I", nonce)
    blocks = []
    for n in range(counter, counter + -(-length // 64)):
        start = (*SIGMA, *words[0], n, *words[1])
        blocks.append(struct.pack("<16I", *((a + b) & MASK for a, b in zip(start, chacha_rounds(start)))))
    return b"".join(blocks)[:length]


def hchacha(key, nonce):
    x = chacha_rounds((*SIGMA, *struct.unpack("<8I", key), *struct.unpack("<4I", nonce)))
    return struct.pack("<8I", *x[:4], *x[12:])


def salsa_start(key, block):
    k, b = struct.unpack("<8I", key), struct.unpack("<4I", block)
    return (SIGMA[0], *k[:4], SIGMA[1], *b, SIGMA[2], *k[4:], SIGMA[3])


def hsalsa(key, nonce):
    x = salsa_rounds(salsa_start(key, nonce))
    return struct.pack("<8I", x[0], x[5], x[10], x[15], *x[6:10])


def salsa_stream(key, nonce, length):
    blocks = []
    for n in range(-(-length // 64)):
        start = salsa_start(key, nonce + struct.pack("<Q", n))
        blocks.append(struct.pack("<16I", *((a + b) & MASK for a, b in zip(start, salsa_rounds(start)))))
    return b"".join(blocks)[:length]


def poly1305(key, data):
    r, s = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF, int.from_bytes(key[16:], "little")
    total = 0
    for at in range(0, len(data), 16):
        total = (total + int.from_bytes(data[at : at + 16] + b"\1", "little")) * r % ((1 << 130) - 5)
    return ((total + s) & ((1 << 128) - 1)).to_bytes(16, "little")


def xor(a, b):
    return (int.from_bytes(a, "little") ^ int.from_bytes(b, "little")).to_bytes(len(a), "little")


def aead_decrypt(key, nonce, ciphertext, additional):
    """Decrypts XChaCha20-Poly1305 (IETF); raises DecryptionError."""
    key, nonce = hchacha(key, nonce[:16]), bytes(4) + nonce[16:]
    if ChaCha20Poly1305 is not None:
        try:
            return ChaCha20Poly1305(key).decrypt(nonce, ciphertext, additional)
        except InvalidTag:
            raise DecryptionError from None
    text, tag = ciphertext[:-16], ciphertext[-16:]
    padded = lambda data: data + bytes(-len(data) % 16)
    authenticated = padded(additional) + padded(text) + struct.pack("<QQ", len(additional), len(text))
    if not hmac.compare_digest(poly1305(chacha_stream(key, nonce, 0, 32), authenticated), tag):
        raise DecryptionError
    return xor(text, chacha_stream(key, nonce, 1, len(text)))


# Curve25519

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
ORDER = 2**252 + 27742317777372353535851937790883648493
ROOT = pow(2, (P - 1) // 4, P)


def x25519(secret, public):
    k = bytearray(secret)
    k[0] &= 248
    k[31] = k[31] & 127 | 64
    scalar, u = int.from_bytes(k, "little"), int.from_bytes(public, "little") & (1 << 255) - 1
    x2, z2, x3, z3, swap = 1, 0, u, 1, 0
    for t in reversed(range(255)):
        bit = scalar >> t & 1
        if swap ^ bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        da, cb, aa, bb = d * a % P, c * b % P, a * a % P, b * b % P
        e = aa - bb
        x3, z3 = (da + cb) ** 2 % P, u * (da - cb) ** 2 % P
        x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, -1, P) % P).to_bytes(32, "little")


def box_keys(seed):
    """Returns secret and public key of crypto_box_seed_keypair."""
    secret = hashlib.sha512(seed).digest()[:32]
    return secret, x25519(secret, (9).to_bytes(32, "little"))


def unseal(sealed, secret, public):
    """Opens crypto_box_seal; raises DecryptionError."""
    sender, boxed = sealed[:32], sealed[32:]
    nonce = blake2b(24, sender + public)
    key = hsalsa(hsalsa(x25519(secret, sender), bytes(16)), nonce[:16])
    stream = salsa_stream(key, nonce[16:], 32 + len(boxed) - 16)
    if not hmac.compare_digest(poly1305(stream[:32], boxed[16:]), boxed[:16]):
        raise DecryptionError
    return xor(boxed[16:], stream[32:])


def decompress(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT % P
    if x * x % P != square or (x == 0 and sign):
        return None
    return (x if x & 1 == sign else P - x, y, 1, (x if x & 1 == sign else P - x) * y % P)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * D * p[3] * q[3], 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(scalar, point):
    found = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            found = add(found, point)
        point, scalar = add(point, point), scalar >> 1
    return found


def equal(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


BASE = decompress((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
ORIGIN = (0, 1, 1, 0)


def is_valid_signature(public, message, signature):
    """Verifies Ed25519, without small-order keys and non-canonical values."""
    key, point, s = decompress(public), decompress(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or point is None or s >= ORDER or equal(multiply(8, key), ORIGIN) or equal(multiply(8, point), ORIGIN):
        return False
    if ChaCha20Poly1305 is not None:
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
            return True
        except InvalidSignature:
            return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    return equal(multiply(s, BASE), add(point, multiply(digest, key)))


def sign_public_key(seed):
    """Returns the public key of crypto_sign_seed_keypair."""
    half = bytearray(hashlib.sha512(seed).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 127 | 64
    x, y, z, _ = multiply(int.from_bytes(half, "little"), BASE)
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return (y | (x & 1) << 255).to_bytes(32, "little")
