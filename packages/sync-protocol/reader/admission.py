"""Admission of operations to the control log of a recovery code: SPEC.md sections 4 and 6."""
import base64

from control_log import Log
from encoding import key_id, lp, tag
from folder import Unreadable
from primitives import is_valid_signature

RECOVERY = "recovery"
KINDS = (
    "genesis", "member.add", "member.key_add", "member.revoke_key", "member.retire", "epoch.mint", "epoch.share",
    "snapshot.permit", "policy.set", "recovery.replace",
)


class Admission:
    """The log of one genesis: the operations that belong to it by section 4, and the keys that they introduce."""

    def __init__(self, genesis, operations):
        """`operations` are body, text and signature by id."""
        self.genesis, self.operations = genesis, operations
        self.admitted, self.pasts, self.introductions, self.refused = {}, {}, {}, set()
        waiting = dict(operations)
        while True:
            ready = [op for op, (body, *_) in waiting.items() if all(parent in self.admitted for parent in body["parents"])]
            for op in ready:
                self.add(op, *waiting.pop(op))
            if not ready:
                break

    def add(self, op, body, text, signature):
        past = set(body["parents"]).union(*(self.pasts[parent] for parent in body["parents"]))
        try:
            introduced = introduce(body)
            belongs = self.belongs(op, body, text, signature, past, introduced)
        except (KeyError, TypeError, ValueError):
            belongs = False
        if not belongs:
            self.refused.add(op)
            return
        self.admitted[op], self.pasts[op], self.introductions[op] = body, past, introduced

    def belongs(self, op, body, text, signature, past, introduced):
        is_genesis = body["kind"] == "genesis"
        if is_genesis != (op == self.genesis) or is_genesis == bool(body["parents"]):
            return False
        if body["height"] != 1 + max((self.admitted[parent]["height"] for parent in body["parents"]), default=0):
            return False
        known = {(key, replica): pair for each in past for key, replica, pair, _ in self.introductions[each]}
        own = {(key, replica): pair for key, replica, pair, _ in introduced} if is_genesis else {}
        author = {**known, **own}.get((body["key_id"], body["author_replica_id"]))
        if author is None or not is_valid_signature(author[0], tag("control/1") + text, signature):
            return False
        for _, replica, pair, proof in introduced:
            message = tag("member-key/1") + lp(replica) + pair[0] + pair[1]
            if proof is not None and not is_valid_signature(pair[0], message, proof):
                return False
        replicas = {replica for _, replica in known if replica != RECOVERY}
        numbers = [self.admitted[each].get("number", 1) for each in past if self.admitted[each]["kind"] in ("genesis", "epoch.mint")]
        rules = {
            "genesis": lambda: body["author_replica_id"] == body["member"]["replica_id"],
            "member.add": lambda: body["replica_id"] not in replicas,
            "member.key_add": lambda: body["author_replica_id"] == body["replica_id"],
            "member.revoke_key": lambda: (body["revoked_key_id"], body["replica_id"]) in known,
            "member.retire": lambda: body["replica_id"] in replicas,
            "snapshot.permit": lambda: body["replica_id"] in replicas,
            "epoch.mint": lambda: body["number"] == 1 + max(numbers),
            "recovery.replace": lambda: body["author_replica_id"] != RECOVERY,
        }
        return rules.get(body["kind"], lambda: True)()

    def introduces(self, key):
        return any(key == each for introduced in self.introductions.values() for each, *_ in introduced)

    def build_log(self):
        written = ((op, *self.operations[op][1:]) for op in self.admitted)
        return Log([{"id": op, "body": text.decode(), "signature": base64.b64encode(s).decode()} for op, text, s in written])


def introduce(body):
    """Returns key id, replica, public keys and proof of each key that an operation introduces."""
    found = []
    for fields in [body.get("recovery"), body.get("member"), body if "sign_pk" in body else None]:
        if fields:
            pair = base64.b64decode(fields["sign_pk"]), base64.b64decode(fields["box_pk"])
            proof = base64.b64decode(fields["proof"]) if "proof" in fields else None
            found.append((key_id(*pair), fields.get("replica_id", RECOVERY), pair, proof))
    return found


def find_log(operations, key):
    """Returns the only log that introduces the key of a recovery code; raises Unreadable."""
    logs = [Admission(op, operations) for op, (body, *_) in operations.items() if body["kind"] == "genesis"]
    logs = [log for log in logs if log.introduces(key)]
    if not logs:
        raise Unreadable("The folder lacks operations of the control log that lead to this recovery code.")
    if len(logs) > 1:
        raise Unreadable(f"{len(logs)} groups in this folder belong to this recovery code: a member has made a second one.")
    return logs[0]
