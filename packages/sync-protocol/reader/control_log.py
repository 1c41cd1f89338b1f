"""Control log of SPEC.md section 4: which operations count, and the state that follows."""
import base64
import hashlib
import json

from encoding import key_id


class Log:
    """A control log, its operations in any order; all of them are admitted."""

    def __init__(self, operations):
        self.bodies = {}
        for written in operations:
            data = written["body"].encode() + base64.b64decode(written["signature"])
            if hashlib.sha256(data).hexdigest() != written["id"]:
                raise ValueError(f"The id of operation {written['id']} is not the digest of its bytes.")
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
