"""Merge of SPEC.md section 12: the notes that a set of operations makes."""
import os
import json
import re
import unicodedata

from encoding import blake2b, c32

MAX_HEADS = 8
MAX_BASES = 8
MAX_DEPTH = 16
MAX_ATTEMPTS = 64
MAX_CELLS = 16_000_000
EMBEDDED = re.compile(rb"resource://default/resources/(res_[a-z0-9_]+)")
FOLDING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "folding.json")


def b16(*parts):
    return c32(blake2b(16, b"\0".join(part.encode() for part in parts)))


def recovered(doc):
    return "doc_" + b16("recovered", doc)


def read_folds():
    with open(FOLDING, encoding="utf-8") as file:
        return json.load(file)["folds"]


FOLDS = read_folds()


def fold(name):
    folded = "".join(FOLDS.get(character, character) for character in unicodedata.normalize("NFC", name))
    return unicodedata.normalize("NFC", folded)


def merge_bodies(base, one, other):
    """Merges two versions of a text; returns None for a conflict, and "too_much" when they are too long to compare."""
    if one == other or other == base:
        return one
    if one == base:
        return other
    lines = [text.split("\n") for text in (base, one, other)]
    matches = [match_lines(lines[0], side) for side in lines[1:]]
    if None in matches:
        return "too_much"
    merged, at = [], [0, 0, 0]
    common = [n for n in range(len(lines[0])) if n in matches[0] and n in matches[1]]
    for n in [*common, None]:
        ends = [len(text) for text in lines] if n is None else [n, matches[0][n], matches[1][n]]
        run = [text[start:end] for text, start, end in zip(lines, at, ends)]
        if run[1] == run[2] or run[2] == run[0]:
            merged += run[1]
        elif run[1] == run[0]:
            merged += run[2]
        else:
            return None
        if n is not None:
            merged.append(lines[0][n])
            at = [end + 1 for end in ends]
    return "\n".join(merged)


def match_lines(base, side):
    """Returns the line of `side` that each line of `base` matches; None when there are too many lines."""
    first = 0
    while first < min(len(base), len(side)) and base[first] == side[first]:
        first += 1
    last = 0
    while last < min(len(base), len(side)) - first and base[-1 - last] == side[-1 - last]:
        last += 1
    found = {n: n for n in range(first)}
    found.update({len(base) - n: len(side) - n for n in range(1, last + 1)})
    left, right = base[first : len(base) - last], side[first : len(side) - last]
    if len(left) * len(right) > MAX_CELLS:
        return None
    lengths = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            lengths[i][j] = 1 + lengths[i + 1][j + 1] if left[i] == right[j] else max(lengths[i + 1][j], lengths[i][j + 1])
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            found[first + i] = first + j
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


class Graph:
    """Revisions of one note and of the notes recovered from it."""

    def __init__(self, ids, writes, purges, read_text):
        """`read_text` returns the text of a revision, or None when it is missing. Texts that a purge has erased are not read."""
        self.revisions = {}
        for op in sorted((op for doc in ids for op in writes.get(doc, [])), key=lambda op: op["order"]):
            self.revisions.setdefault(op["rev"], op)
        self.counts = {rev: op["doc"] for rev, op in self.revisions.items()}
        for doc in ids:
            if doc not in purges:
                continue
            covered = set()
            for rev in {rev for op in purges[doc] for rev in op["seen"] if rev in self.revisions}:
                covered |= {rev} | self.ancestors_by(rev, lambda op: op["parents"])
            for rev, owner in list(self.counts.items()):
                if owner == doc:
                    self.counts[rev] = None if rev in covered else recovered(doc)
        self.read_texts(read_text)

    def read_texts(self, read_text):
        """Reads the texts in blobs. A revision without its text is left out, so that its parents are shown."""
        self.incomplete = []
        for rev, op in list(self.revisions.items()):
            if self.counts[rev] is None or "body" in op:
                continue
            text = read_text(op)
            if text is None:
                self.incomplete.append(op)
                self.remove(op)
            else:
                self.revisions[rev] = {**op, "body": text}

    def remove(self, removed):
        """Removes a revision. Those that continue it continue its parents."""
        del self.revisions[removed["rev"]]
        for rev, op in self.revisions.items():
            if removed["rev"] in op["parents"]:
                others = [parent for parent in op["parents"] if parent != removed["rev"]]
                self.revisions[rev] = {**op, "parents": [*others, *removed["parents"]]}

    def ancestors_by(self, rev, parents):
        found, waiting = set(), [rev]
        while waiting:
            op = self.revisions[waiting.pop()]
            for parent in parents(op):
                known = self.revisions.get(parent)
                if known is not None and known["l"] < op["l"] and parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        return found

    def parents(self, op):
        owner = self.counts[op["rev"]]
        return [
            parent for parent in op["parents"]
            if parent in self.revisions and self.counts[parent] == owner and self.revisions[parent]["l"] < op["l"]
        ]

    def ancestors(self, rev):
        return self.ancestors_by(rev, self.parents)

    def heads(self, doc):
        own = [op for rev, op in self.revisions.items() if self.counts[rev] == doc]
        named = {parent for op in own for parent in self.parents(op)}
        return sorted((op for op in own if op["rev"] not in named), key=lambda op: op["order"], reverse=True)

    def merge(self, heads, attempts, depth=0):
        """Returns title, body, the included revisions and those set aside with their reason."""
        title, body, included, aside = heads[0]["title"], heads[0]["body"], [heads[0]], []
        for number, head in enumerate(heads[1:], 1):
            if number >= MAX_HEADS:
                aside.append((head, "too_much"))
                continue
            if (head["title"], head["body"]) == (title, body):
                included.append(head)
                continue
            base = self.find_base(included, head, attempts, depth)
            if isinstance(base, str):
                aside.append((head, base))
                continue
            merged = merge_bodies(base[1], body, head["body"])
            chosen = title if head["title"] in (base[0], title) else head["title"] if title == base[0] else None
            if merged is None or merged == "too_much" or chosen is None:
                aside.append((head, "title" if merged not in (None, "too_much") else "body" if merged is None else merged))
                continue
            title, body = chosen, merged
            included.append(head)
        return title, body, included, aside

    def find_base(self, included, head, attempts, depth):
        common = set().union(*(self.ancestors(op["rev"]) for op in included)) & self.ancestors(head["rev"])
        bases = common - set().union(*(self.ancestors(rev) for rev in common)) if common else set()
        if not bases:
            return "no_base"
        attempts[0] += 1
        if len(bases) > MAX_BASES or depth > MAX_DEPTH or attempts[0] > MAX_ATTEMPTS:
            return "too_much"
        ordered = sorted((self.revisions[rev] for rev in bases), key=lambda op: op["order"], reverse=True)
        title, body, _, aside = self.merge(ordered, attempts, depth + 1)
        return "no_base" if aside else (title, body)


def group(operations, kinds, field):
    found = {}
    for op in operations:
        if op["op"] in kinds:
            found.setdefault(op[field], []).append(op)
    return found


def unique_names(named, taken):
    """Gives each name once, in order; later ones get a number. `named` has (id, name) in the order of their naming."""
    names, used = {}, set(taken)
    for entity, name in named:
        candidate, number = name, 2
        while fold(candidate) in used:
            suffix = f" ({number})"
            cut = name.encode()[: 1024 - len(suffix)].decode(errors="ignore")
            candidate, number = cut + suffix, number + 1
        used.add(fold(candidate))
        names[entity] = candidate
    return names


def merge_notebooks(operations):
    """Returns {id: (name, parent id or None)} of the notebooks that exist."""
    parents, naming = {}, {}
    for op in operations:
        if op["op"] == "nb.create" and op["notebook"] not in naming:
            naming[op["notebook"]] = op
        elif op["op"] == "nb.name" and op["notebook"] in naming:
            naming[op["notebook"]] = op
        if op["op"] in ("nb.create", "nb.move"):
            at = op["parent"]
            while at is not None and at != op["notebook"]:
                at = parents.get(at)
            if at is None:
                parents[op["notebook"]] = op["parent"]
    deleted = {notebook for op in operations if op["op"] == "nb.delete" for notebook in op["notebooks"]}
    existing = [notebook for notebook in naming if notebook not in deleted]
    place = lambda notebook: parents.get(notebook) if parents.get(notebook) in {*existing, "nb_notes"} else None
    found = {"nb_notes": ("Notes", None)}
    for parent in {place(notebook) for notebook in existing}:
        siblings = sorted((n for n in existing if place(n) == parent), key=lambda n: naming[n]["order"])
        taken = {fold(name) for name in ("Notes", "Help", "Reports")} if parent is None else set()
        for notebook, name in unique_names([(n, naming[n]["name"]) for n in siblings], taken).items():
            found[notebook] = (name, parent)
    return found


def merge_tags(operations):
    """Returns the displayed name of each tag id."""
    first, last = {}, {}
    for op in operations:
        if op["op"] in ("tag.create", "tag.name"):
            first.setdefault(op["tag"], op)
            last[op["tag"]] = op["name"]
    spelling = {}
    for tag in sorted(first, key=lambda tag: first[tag]["order"]):
        spelling.setdefault(fold(last[tag]), last[tag])
    return {tag: spelling[fold(name)] for tag, name in last.items()}


def additions(operations, adding, removing):
    """Returns additions by note, without those that a removal of the note names."""
    removed = {(op["doc"], dot) for op in operations if op["op"] == removing for dot in op.get("dots", [])}
    kept = [op for op in operations if op["op"] == adding and (op["doc"], op["dot"]) not in removed]
    return group(kept, (adding,), "doc")


def merge(operations, read_text):
    """Merges operations, each with `author`; returns notes, notebooks, attachments and the revisions without their texts."""
    for op in operations:
        op["order"] = (op["l"], op["author"].encode(), op["s"])
        op["dot"] = f"{op['author']}:{op['s']}"
    operations = sorted(operations, key=lambda op: op["order"])
    writes, purges = group(operations, ("doc.write",), "doc"), group(operations, ("doc.purge",), "doc")
    homes, trashing = group(operations, ("doc.home",), "doc"), group(operations, ("doc.trash",), "doc")
    undone = {dot for op in operations if op["op"] == "doc.restore" for dot in op["undo"]}
    notebooks, tags = merge_notebooks(operations), merge_tags(operations)
    tagged = additions(operations, "doc.tag_add", "doc.tag_remove")
    attached = additions(operations, "doc.attach", "doc.detach")

    roots = {*writes, *purges} - {recovered(doc) for doc in purges}
    notes, incomplete = [], []
    for root in sorted(roots):
        ids = [root]
        while ids[-1] in purges:
            ids.append(recovered(ids[-1]))
        graph = Graph(ids, writes, purges, read_text)
        incomplete += graph.incomplete
        for doc in ids:
            heads = graph.heads(doc)
            if doc in purges or not heads:
                continue
            title, body, included, aside = graph.merge(heads, [0])
            seen = {head["rev"] for head in heads}
            home = homes[doc][-1]["notebook"] if doc in homes else "nb_notes"
            notes.append({
                "id": doc,
                "title": title,
                "body": body,
                "notebook": home if home in notebooks else "nb_notes",
                "tags": sorted({tags[op["tag"]] for op in tagged.get(doc, []) if op["tag"] in tags}),
                "attachments": sorted({op["resource"] for op in attached.get(doc, [])}),
                "trashed": any(op["dot"] not in undone and seen <= set(op["seen"]) for op in trashing.get(doc, [])),
                "set_aside": [{"title": head["title"], "body": head["body"], "reason": reason} for head, reason in aside],
            })
    return {"notes": notes, "notebooks": notebooks, "attachments": merge_attachments(operations, notes)}, incomplete


def merge_attachments(operations, notes):
    """Returns the attachments that are not deleted: a deletion has seen all about one, and no note has or embeds it."""
    found, about, seen = {}, {}, {}
    for op in operations:
        if op["op"] in ("res.create", "res.name"):
            about.setdefault(op["resource"], set()).add(op["dot"])
        if op["op"] == "res.create" and op["resource"] not in found:
            found[op["resource"]] = {"sha256": op["sha256"], "size": op["size"], "filename": op["filename"]}
        elif op["op"] == "res.name" and op["resource"] in found:
            found[op["resource"]]["filename"] = op["filename"]
        elif op["op"] == "res.delete":
            seen.setdefault(op["resource"], []).append(set(op["seen"]))
    used = {resource for note in notes for resource in note["attachments"]}
    for note in notes:
        for text in (note["body"], *(other["body"] for other in note["set_aside"])):
            used.update(match.decode() for match in EMBEDDED.findall(text.encode()))
    is_deleted = lambda resource: resource not in used and any(about[resource] <= each for each in seen.get(resource, []))
    return {resource: value for resource, value in found.items() if not is_deleted(resource)}
