"""Operations of a group, of a checkpoint and of segments, and what is missing of them: SPEC.md sections 9, 11, 14 and 15."""
import json

from folder import index_of
from group import find_gaps
from segments import Checkpoint, Newer, Segment, parse_part

EVERYTHING = float("inf")


class Reading:
    """Operations that follow from a checkpoint, or from no checkpoint, and what they lack."""

    def __init__(self, checkpoint):
        self.checkpoint = checkpoint
        self.operations = {} if checkpoint is None else dict(checkpoint.operations)
        self.missing, self.set_aside, self.lacking, self.ranges = [], {}, 0, {}

    def add_gap(self, sentence, replica, first, last):
        """Records that operations of a replica are missing, from one number to another."""
        self.missing.append(sentence)
        self.lacking += 1
        self.ranges.setdefault(replica, []).append((first, last))

    def lacks(self, replica, number):
        return any(first <= number <= last for first, last in self.ranges.get(replica, []))


class History:
    """All that the members of a group have published about notes."""

    def __init__(self, group):
        self.group, self.folder, self.findings = group, group.folder, group.findings
        self.acks = {}
        for replica in group.replicas:
            self.read_ack(replica)
        self.votes = [ack for replica, ack in self.acks.items() if group.status(replica) in ("active", "retired")]
        self.segments = {replica: self.read_segments(replica) for replica in group.replicas}
        self.checkpoints = self.read_heads()
        self.collect_evidence()
        self.check_acks()

    def read_operations(self):
        """Returns the operations that count, and the number of those of each removed device that do not."""
        best = None
        for checkpoint in [*self.list_usable(), None]:
            if checkpoint is None or self.read_parts(checkpoint):
                reading = self.follow(checkpoint)
                if best is None or reading.lacking < best.lacking:
                    best = reading
                if not best.lacking:
                    break
        self.check_checkpoints(best)
        for sentence in best.missing:
            self.findings.add_missing(sentence)
        if best.lacking:
            self.salvage(best)
        for replica in sorted({replica for ack in self.votes for replica in ack["heads"]} - set(self.group.keys)):
            self.salvage_stranger(best, replica)
        return list(best.operations.values()), best.set_aside

    # Acknowledgements

    def read_ack(self, replica):
        for name in reversed(self.folder.names(replica, "acks")):
            opened = self.group.open(replica, "acks", name)
            ack = json.loads(opened[0]) if opened else {}
            if ack.get("v") == 1 and ack.get("replica_id") == replica:
                self.acks[replica] = ack
                return

    def check_acks(self):
        """The last two acknowledgements of a replica stay, so one alone shows that another is missing."""
        for replica in self.group.replicas:
            present = [index_of(name) for name in self.folder.names(replica, "acks")]
            last = max(present, default=0)
            if last > 1 and last - 1 not in present:
                self.findings.add_missing(f"n/{replica}/acks lacks number {last - 1} or {last + 1} of {self.group.describe(replica)}.")
        for ack in self.votes:
            if ack["members_head"] not in self.group.admission.admitted:
                self.group.report_operation(ack["members_head"])
            for replica in (*ack["vv"], *ack["attested"]):
                if replica not in self.group.keys:
                    self.group.report_stranger(replica)

    def attested(self, replica):
        return max((ack["attested"].get(replica, 0) for ack in self.votes), default=0)

    def collect_evidence(self):
        """Finds the last operation and segment of each replica that anything in the folder names."""
        self.numbers, self.indices = {}, {}

        def note(found, values):
            for replica, value in values.items():
                found[replica] = max(found.get(replica, 0), value)

        for ack in self.votes:
            own = ack["replica_id"]
            # Its own number includes operations that are in no segment yet.
            note(self.numbers, {replica: number for replica, number in ack["vv"].items() if replica != own})
            note(self.indices, {replica: head["index"] for replica, head in ack["heads"].items()})
        for replica, segments in self.segments.items():
            if self.group.status(replica) == "active":
                for segment in (each for found in segments.values() for each in found):
                    for context in segment.contexts:
                        note(self.numbers, context)
        for checkpoint in self.checkpoints:
            if self.group.status(checkpoint.author) in ("active", "retired"):
                note(self.numbers, checkpoint.versions)
                note(self.indices, {replica: end["index"] for replica, end in checkpoint.last.items()})

    # Checkpoints

    def read_heads(self):
        """Returns the checkpoints that some member has verified."""
        named = {name for ack in self.acks.values() for name in ack["snapshots_verified"]}
        found = []
        for replica in self.group.replicas:
            for name in self.folder.names(replica, "snapshots"):
                opened = self.group.open(replica, "snapshots", name) if name in named else None
                head = json.loads(opened[0]) if opened else {}
                if head.get("v") == 1 and head.get("replica_id") == replica:
                    found.append(Checkpoint(replica, name, head))
        return found

    def list_usable(self):
        """Returns verified checkpoints, those first that a new device would use, then the largest."""
        return sorted(filter(self.is_verified, self.checkpoints), key=lambda each: (not self.is_covered(each), -each.size))

    def is_verified(self, checkpoint):
        """Returns true when an active member other than the author has verified it, or its author if there is nobody else."""
        group, author = self.group, checkpoint.author
        by = {replica for replica, ack in self.acks.items() if checkpoint.name in ack["snapshots_verified"] and group.status(replica) == "active"}
        others = [replica for replica in group.members if replica != author and group.status(replica) != "retired"]
        return bool(by - {author}) or (author in by and not others)

    def is_covered(self, checkpoint):
        """Returns true when the author is active, and no more of removed replicas is in it than counts."""
        def counts(replica, number):
            last, final = checkpoint.last.get(replica, {}), self.final(replica)
            return (
                self.group.status(replica) == "active"
                or number <= self.attested(replica)
                or (final is not None and (last.get("index", 0) < final["index"] or last.get("sha256") == final["sha256"]))
            )

        return self.group.status(checkpoint.author) == "active" and all(counts(*each) for each in checkpoint.versions.items())

    def read_parts(self, checkpoint):
        """Reads the parts of a checkpoint; returns false when some are missing."""
        for name in checkpoint.parts if not checkpoint.operations else []:
            opened = self.group.open(checkpoint.author, "snapshots", name) if name in self.folder.names(checkpoint.author, "snapshots") else None
            if opened is None:
                checkpoint.is_whole = False
                continue
            try:
                checkpoint.operations.update(parse_part(opened[0]))
            except (ValueError, KeyError, TypeError, Newer):
                path = self.folder.path(checkpoint.author, "snapshots", name)
                self.findings.add_damaged(path, "The part of a checkpoint is invalid, or by a newer version of Notes.")
                checkpoint.is_whole = False
        return checkpoint.is_whole

    def check_checkpoints(self, best):
        """Reports what is missing of checkpoints, except of those that a later one of the author replaces."""
        for replica in self.group.replicas:
            names = self.folder.names(replica, "snapshots")
            own = [each for each in self.checkpoints if each.author == replica]
            present = {index_of(name) for name in names}
            first = max((each.first for each in own if each.is_listed(names)), default=0)
            needed = {index for each in own for index in map(index_of, each.parts) if index > first}
            indices = needed | set(range(first or min(present, default=1), max(present, default=0) + 1))
            for gap in find_gaps(indices - present):
                self.findings.add_missing(f"n/{replica}/snapshots lacks {gap} of {self.group.describe(replica)}.")
        here = {name for replica in self.group.replicas for name in self.folder.names(replica, "snapshots")}
        named = {name for ack in self.votes for name in ack["snapshots_verified"]} - here
        if best.lacking or not any(each.is_whole and each.is_listed(here) for each in self.list_usable()):
            for name in sorted(named):
                self.findings.add_missing(f"The checkpoint {name}, which a device has verified, is missing.")

    # Segments

    def read_segments(self, replica):
        """Returns the valid segments of a replica by index. Nothing after a segment of a newer version is read."""
        found = {}
        for name in self.folder.names(replica, "ops"):
            opened = self.group.open(replica, "ops", name)
            path = self.folder.path(replica, "ops", name)
            try:
                if opened:
                    segment = Segment(replica, index_of(name), *opened, self.group.signer(opened[1]))
                    found.setdefault(segment.index, []).append(segment)
            except Newer:
                self.findings.add_missing(f"{path} is by a newer version of Notes. The rest of {self.group.describe(replica)} was not read.")
                break
            except (ValueError, KeyError, TypeError, AttributeError):
                self.findings.add_damaged(path, "The segment is invalid.")
        return found

    def final(self, replica):
        return self.group.members[replica]["final"] if replica in self.group.members else None

    def limit(self, replica, segment):
        """Returns the number of the last operation of a segment that counts, if the segment continues the log."""
        final = self.final(replica)
        if segment.signer in self.group.active_keys:
            return EVERYTHING
        if final is not None and (segment.index < final["index"] or segment.sha256 == final["sha256"]):
            return EVERYTHING
        seen = self.numbers.get(replica, 0) if self.group.status(replica) == "active" else 0
        return max(self.attested(replica), seen)

    def trace_final(self, replica):
        """Returns the digests of the segments up to the final one of a retirement by index."""
        final, digests = self.final(replica), {}
        index, digest = (final["index"], final["sha256"]) if final else (0, None)
        while digest is not None and index > 0:
            digests[index] = digest
            digest = next((each.prev for each in self.segments[replica].get(index, []) if each.sha256 == digest), None)
            index -= 1
        return digests

    def follow(self, checkpoint):
        """Reads the segments of each replica after a checkpoint, in order."""
        reading = Reading(checkpoint)
        for replica in self.group.replicas:
            self.follow_replica(replica, reading)
        return reading

    def follow_replica(self, replica, reading):
        end = reading.checkpoint.last.get(replica) if reading.checkpoint else None
        index, digest = (end["index"], end["sha256"]) if end else (0, None)
        number = reading.checkpoint.versions.get(replica, 0) if reading.checkpoint else 0
        history, final = self.trace_final(replica), self.final(replica)
        for at in sorted(each for each in self.segments[replica] if each > index):
            found = [each for each in self.segments[replica][at] if history.get(at, each.sha256) == each.sha256]
            counting = [each for each in found if self.limit(replica, each) >= each.first]
            segment = self.choose(replica, counting, digest)
            if segment is None:
                reading.set_aside[replica] = reading.set_aside.get(replica, 0) + sum(len(each.operations) for each in found[:1])
                continue
            if at > index + 1:
                self.report_gap(reading, replica, index + 1, at - 1, number + 1, segment.first - 1)
            elif segment.first != number + 1 or segment.prev != digest:
                self.report_fork(reading, replica, at)
            elif len(found) > 1 and final is None:
                self.report_fork(reading, replica, at)
            limit = self.limit(replica, segment)
            for op in segment.operations:
                if op["s"] <= limit:
                    reading.operations.setdefault((replica, op["s"]), {**op, "author": replica})
                else:
                    reading.set_aside[replica] = reading.set_aside.get(replica, 0) + 1
            index, digest, number = at, segment.sha256, segment.last
            self.compare_heads(reading, replica, index, digest)
        self.check_end(reading, replica, index, number)

    def choose(self, replica, segments, digest):
        """Chooses the segment that continues the log, then the one that other members have applied."""
        others = [ack["heads"] for ack in self.votes if ack["replica_id"] != replica]
        applied = {heads[replica]["sha256"] for heads in others if replica in heads}
        order = sorted(segments, key=lambda each: (each.prev != digest, each.sha256 not in applied, each.sha256))
        return order[0] if order else None

    def check_end(self, reading, replica, index, number):
        """Reports segments after the last one, which an acknowledgement, a checkpoint or another segment names."""
        final = self.final(replica)
        if self.group.status(replica) == "active":
            last_index, last_number = self.indices.get(replica, 0), self.numbers.get(replica, 0)
        else:
            last_index, last_number = final["index"] if final else 0, self.attested(replica)
        if last_index > index:
            self.report_gap(reading, replica, index + 1, last_index, number + 1, EVERYTHING)
        elif last_number > number:
            sentence = f"n/{replica}/ops lacks number {index + 1}: the operations {number + 1} to {last_number} of {self.group.describe(replica)}."
            reading.add_gap(sentence, replica, number + 1, last_number)

    def compare_heads(self, reading, replica, index, digest):
        """Compares a segment with those that members have applied under its index."""
        heads = [ack["heads"][replica] for ack in self.votes if replica in ack["heads"] and self.group.status(ack["replica_id"]) == "active"]
        if self.final(replica) is None and any(head["index"] == index and head["sha256"] != digest for head in heads):
            self.report_fork(reading, replica, index)

    def report_gap(self, reading, replica, first, last, first_number, last_number):
        gap = find_gaps(range(first, last + 1))[0]
        what = f" (operations {first_number} to {last_number})" if last_number != EVERYTHING else ""
        reading.add_gap(f"n/{replica}/ops lacks {gap} of {self.group.describe(replica)}{what}.", replica, first_number, last_number)

    def report_fork(self, reading, replica, index):
        sentence = f"n/{replica}/ops has two histories of {self.group.describe(replica)} from number {index} on. One of them was left out."
        if sentence not in reading.missing:
            reading.missing.append(sentence)

    def salvage(self, reading):
        """Adds missing operations from every checkpoint that can be read, verified or not."""
        for replica in self.group.replicas:
            for name in self.folder.names(replica, "snapshots"):
                opened = self.group.open(replica, "snapshots", name)
                try:
                    found = parse_part(opened[0]) if opened else {}
                except (ValueError, KeyError, TypeError, Newer):
                    # The head of a checkpoint has no operations.
                    continue
                for key, op in found.items():
                    if reading.lacks(*key):
                        reading.operations.setdefault(key, op)

    def salvage_stranger(self, reading, replica):
        """Adds operations of a device that the control log lacks. Acknowledgements confirm a segment and those before it."""
        segments = {}
        for name in self.folder.names(replica, "ops"):
            data = self.folder.read(replica, "ops", name)
            payload = self.group.decrypt(replica, "ops", name, data)
            try:
                segment = Segment(replica, index_of(name), payload, data, None) if payload is not None else None
            except (ValueError, KeyError, TypeError, Newer):
                continue
            if segment is not None:
                segments[segment.sha256] = segment
        start = reading.checkpoint.last.get(replica, {}).get("sha256") if reading.checkpoint else None
        for digest in {ack["heads"][replica]["sha256"] for ack in self.votes if replica in ack["heads"]}:
            while digest in segments and digest != start:
                for op in segments[digest].operations:
                    reading.operations.setdefault((replica, op["s"]), {**op, "author": replica})
                digest = segments[digest].prev
            if digest != start:
                self.findings.add_missing(f"n/{replica}/ops lacks segments of {self.group.describe(replica)}.")
