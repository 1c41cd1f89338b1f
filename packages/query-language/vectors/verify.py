#!/usr/bin/env python3
"""Checks the vectors of the query language with an implementation of its own, written from SPEC.md.

    python3 verify.py [FOLDER]

FOLDER holds files of the same names as this one, and may lack some; the characters are always those beside this script.
Prints a line for each case that differs. Exit status: 0 none, 1 some. Needs Python 3.9 and the standard library.
"""
import bisect
import datetime
import json
import os
import re
import sys
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
MAX_BYTES, MAX_TOKENS, MAX_DEPTH, MAX_WARNINGS, MAX_QUOTED, MAX_DAYS = 4096, 256, 16, 10, 60, 36525
SPACES = set(map(chr, [*range(9, 14), 0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF]))
PUNCTUATION = set(map(chr, [*range(0x21, 0x30), *range(0x3A, 0x41), *range(0x5B, 0x61), *range(0x7B, 0x7F)]))
DROPPED = re.compile(
    "[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670"
    "\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF\u180B-\u180F\u1AB0-\u1AFF"
    "\u1DC0-\u1DFF\u200D\u2060\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\U000E0100-\U000E01EF]+"
)
BASES = str.maketrans({"đ": "d", "ħ": "h", "ł": "l", "ø": "o", "ŧ": "t", "æ": "ae", "œ": "oe"})


def read(folder, name):
    """Reads a file of vectors; None where the folder lacks it."""
    path = os.path.join(folder, name + ".json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def units(text):
    """Length in UTF-16 code units."""
    return len(text) + sum(char > "\uFFFF" for char in text)


def order(text):
    """Sort key by UTF-16 code units."""
    return text.encode("utf-16-be", "surrogatepass")


# Section 2

def trim(text):
    return text.strip("".join(SPACES))


def fold_case(text):
    return text.lower().upper().lower().replace("ς", "σ")


def nfc(text):
    return unicodedata.normalize("NFC", text)


def name_key(text):
    return nfc(fold_case(nfc(text)))


# Section 3

def read_classes():
    """Returns the first code points of the ranges of vectors/characters.json, their last ones and classes."""
    rows = []
    table = read(HERE, "characters")
    for name in ("attached", "single", "word"):
        flat = table[name]
        rows += [(flat[i], flat[i + 1], name) for i in range(0, len(flat), 2)]
    rows.sort()
    return [row[0] for row in rows], rows


FIRSTS, RANGES = read_classes()


def class_of(char):
    at = bisect.bisect_right(FIRSTS, ord(char)) - 1
    return RANGES[at][2] if at >= 0 and ord(char) <= RANGES[at][1] else "separator"


def between(text, at, first, last):
    return at < len(text) and first <= ord(text[at]) <= last


def scan(text):
    """Yields the raw tokens of a text as ranges of code points (3.2)."""
    at = 0
    while at < len(text):
        kind, start = class_of(text[at]), at
        at += 1
        if kind == "word":
            while at < len(text) and class_of(text[at]) in ("word", "attached"):
                at += 1
        elif kind == "single":
            vowel = between(text, start, 0x1100, 0x1112) and between(text, at, 0x1161, 0x1175)
            at += vowel
            if (vowel or between(text, start, 0xAC00, 0xD7A3)) and between(text, at, 0x11A8, 0x11C2):
                at += 1
            if text[start] == "\u1025" and between(text, at, 0x102E, 0x102E):
                at += 1
            while at < len(text) and class_of(text[at]) == "attached":
                at += 1
        else:
            continue
        yield start, at


def fold(text):
    if text in ("≠", "≮", "≯"):
        return text
    dropped = DROPPED.sub("", unicodedata.normalize("NFKD", text))
    return nfc(fold_case(dropped).translate(BASES))


def tokenize(text):
    """Returns the tokens as terms with ranges in UTF-16 code units."""
    tokens, offset, done = [], 0, 0
    for start, end in scan(text):
        offset += units(text[done:start])
        length = units(text[start:end])
        folded = fold(text[start:end])
        tokens += [(folded[a:b], offset, offset + length) for a, b in scan(folded)]
        offset, done = offset + length, end
    return tokens


def terms_of(text):
    return [term for term, _, _ in tokenize(text)]


# Section 4: leaves

HINTS = {
    "longer than 4096 bytes": "shorten the query",
    "more than 256 tokens": "shorten the query",
    "more than 16 parentheses inside each other": "use fewer parentheses",
    "unclosed quote": "add a closing quotation mark",
    "unclosed parenthesis": "add a closing parenthesis",
    "OR needs a term on both sides": "add a term, or remove OR",
    "unexpected )": "remove it, or add an opening parenthesis",
    "nothing to search for": "add a word, or a field such as tag:work",
}


class Failure(Exception):
    def __init__(self, code, words, start, end, hint=None):
        super().__init__(words)
        self.code, self.words, self.start, self.end = code, words, start, end
        self.hint = hint or HINTS[words]


IS = ["trashed", "template", "readonly", "orphan", "tagged", "imported"]
HAS = ["resource", "image", "link", "task", "open-task", "remote-media", "code"]
WORDS = 'a word or a "quoted phrase"'
NOTEBOOK = "a notebook name, a path such as work/plans, or an nb_ id"
DATE = "a date such as 2026-11-20, 2026-11, >2026-01-01, 2026-01-01..2026-06-30, today or 7d"
TARGET = "a document id or a quoted title"
TAKES = {
    "title": WORDS, "body": WORDS, "tag": "a tag such as work/plans, or none", "notebook": NOTEBOOK,
    "category": NOTEBOOK, "is": ", ".join(IS), "has": ", ".join(HAS), "created": DATE, "updated": DATE,
    "links-to": TARGET, "linked-from": TARGET, "id": "a note id",
    "filename": "a file name, where * stands for any text", "mime": "a type such as image/png or image/*",
}
DOCUMENT_ID = re.compile(r"doc_[a-z0-9_]{1,64}")
NOTEBOOK_ID = re.compile(r"nb_[a-z0-9_]{1,64}")
MIME = re.compile(r"([a-z0-9][a-z0-9!#$&^_.+-]*)/([a-z0-9][a-z0-9!#$&^_.+-]*|\*)")
FIELD = re.compile(r"([A-Za-z-]+):")


class Value:
    def __init__(self, text="", quoted=False, hashed=False, stars=()):
        self.text, self.quoted, self.hashed, self.stars = text, quoted, hashed, list(stars)


def read_text(scope, value):
    end = len(value.text)
    while end > 0 and end - 1 in value.stars:
        end -= 1
    rest = value.text[:end]
    tokens = tokenize(rest)
    if not tokens:
        return None
    prefix = end < len(value.text) and tokens[-1][2] == units(rest)
    return ("text", scope, tuple(term for term, _, _ in tokens), prefix)


def read_path(text, stars):
    segments = [name_key(trim(segment)) for segment in text.split("/")]
    return None if stars or "" in segments else segments


def read_field(name, value):
    """Returns the node of a field with its value, or None for a bad value."""
    text = value.text
    if name in ("title", "body"):
        return read_text(name, value)
    if name == "tag":
        path = read_path(text[1:] if value.hashed else text, value.stars)
        if path == ["none"] and not value.quoted:
            return ("tag", None)
        return path and ("tag", "/".join(path))
    if name in ("notebook", "category"):
        if not value.quoted and NOTEBOOK_ID.fullmatch(text):
            return ("notebook_id", text)
        path = read_path(text, value.stars)
        return path and ("notebook", tuple(path))
    if name in ("is", "has"):
        low = text.lower()
        if name == "has" and low in ("attachment", "attachments"):
            low = "resource"
        return (name, low) if low in (IS if name == "is" else HAS) else None
    if name in ("created", "updated"):
        spec = read_date(text)
        return spec and ("date", name, spec)
    if name in ("links-to", "linked-from"):
        if not value.quoted and text.startswith("doc_"):
            return ("link", name, "id", text) if DOCUMENT_ID.fullmatch(text) else None
        title = name_key(trim(text))
        return None if title == "" or value.stars else ("link", name, "title", title)
    if name == "id":
        return ("id", text) if DOCUMENT_ID.fullmatch(text) else None
    if name == "filename":
        if trim(text) == "":
            return None
        if not value.stars:
            return ("filename", ("", name_key(text), ""))
        ends = [-1, *value.stars, len(text)]
        pieces = [name_key(text[ends[i] + 1:ends[i + 1]]) for i in range(len(ends) - 1)]
        return ("filename", (pieces[0], *(piece for piece in pieces[1:-1] if piece), pieces[-1]))
    found = MIME.fullmatch(text.lower())
    return found and ("mime", found[1], found[2])


def read_calendar(text):
    """Returns the first day of a calendar date and the first day after it, as days since 1970; or None."""
    found = re.fullmatch(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?", text)
    if not found or int(found[1]) < 1000:
        return None
    year, month, day = (int(part) if part else None for part in found.groups())
    if month is None:
        return first_day(year, 1), first_day(year + 1, 1)
    if not 1 <= month <= 12:
        return None
    begin, after = first_day(year, month), first_day(year + month // 12, month % 12 + 1)
    if day is None:
        return begin, after
    return (begin + day - 1, begin + day) if 1 <= day <= after - begin else None


def first_day(year, month):
    # A year of the library ends with 9999; 400 years have 146,097 days.
    shift = 146097 if year > 9999 else 0
    return datetime.date(year - (400 if shift else 0), month, 1).toordinal() - 719163 + shift


def read_date(text):
    if re.fullmatch("today", text, re.I | re.A):
        return ("last", 1)
    found = re.fullmatch("([0-9]{1,5})([dwDW])", text)
    if found:
        days = int(found[1]) * (7 if found[2] in "wW" else 1)
        return ("last", days) if 1 <= days <= MAX_DAYS else None
    found = re.fullmatch("(>=|<=|>|<)(.+)", text)
    if found:
        return ("compare", found[1], found[2]) if read_calendar(found[2]) else None
    ends = text.split("..")
    if len(ends) > 2 or any(read_calendar(end) is None for end in ends):
        return None
    if ends[0] == ends[-1]:
        return ("on", ends[0])
    return ("range", *ends) if read_calendar(ends[0])[0] < read_calendar(ends[1])[1] else None


def bounds(spec, now):
    """Returns the bounds of a date in milliseconds, in UTC."""
    if spec[0] == "last":
        today = now // 86_400_000
        first, after = today + 1 - spec[1], today + 1
    elif spec[0] == "compare":
        begin, end = read_calendar(spec[2])
        at = end if spec[1] in (">", "<=") else begin
        first, after = (at, None) if spec[1][0] == ">" else (None, at)
    else:
        first, after = read_calendar(spec[1])[0], read_calendar(spec[-1])[1]
    return [None if day is None else day * 86_400_000 for day in (first, after)]


# Section 4: lexemes

class Lexer:
    """Reads lexemes as [kind, start, end, node], offsets in code points."""

    def __init__(self, text):
        self.text, self.at, self.lexemes, self.tokens = text, 0, [], 0

    def run(self):
        while self.at < len(self.text):
            char, start = self.text[self.at], self.at
            if char in SPACES:
                self.at += 1
            elif char in "()":
                self.at += 1
                self.push("open" if char == "(" else "close", start)
            elif char == "-":
                self.minus()
            elif char == '"':
                value = Value(self.quoted(), True)
                while self.peek() == "*":
                    value.stars.append(len(value.text))
                    value.text += "*"
                    self.at += 1
                self.push("leaf", start, read_text("any", value))
            else:
                found = FIELD.match(self.text, start)
                if found and found[1].lower() in TAKES:
                    self.field(found[1].lower())
                else:
                    self.word()
        return self.lexemes

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else None

    def push(self, kind, start, node=None):
        self.tokens += len(node[2]) if node and node[0] == "text" else 1
        if self.tokens > MAX_TOKENS:
            raise Failure("too_many_tokens", "more than 256 tokens", start, self.at)
        self.lexemes.append([kind, start, self.at, node])

    def minus(self):
        start = end = self.at
        while end < len(self.text) and self.text[end] == "-":
            end += 1
        if end == len(self.text) or self.text[end] == ")" or self.text[end] in SPACES:
            self.at = end
            self.push("leaf", start)
            return
        while self.at < end:
            self.at += 1
            self.push("not", self.at - 1)

    def field(self, name):
        start = self.at
        self.at += len(name) + 1
        begin = self.at
        node = read_field(name, self.value(True))
        if not node:
            empty = self.at == begin
            words = ("missing" if empty else "bad") + " value for " + name
            raise Failure("bad_value", words, start if empty else begin, self.at, "it takes " + TAKES[name])
        self.push("leaf", start, node)

    def word(self):
        start = self.at
        value = self.value(False)
        negated = bool(self.lexemes) and self.lexemes[-1][0] == "not"
        if self.text[start:self.at] == "OR" and not negated:
            self.push("or", start)
        else:
            self.push("leaf", start, read_text("any", value))

    def value(self, quotes):
        value = Value(hashed=self.peek() == "#")
        while self.at < len(self.text):
            char = self.peek()
            if char in "()" or char in SPACES or (char == '"' and not quotes):
                break
            if char == '"':
                value.quoted = True
                value.text += self.quoted()
                continue
            if char == "*":
                value.stars.append(len(value.text))
            value.text += self.literal()
        return value

    def quoted(self):
        start, text = self.at, ""
        self.at += 1
        while self.peek() != '"':
            if self.peek() is None:
                raise Failure("unclosed_quote", "unclosed quote", start, self.at)
            text += self.literal()
        self.at += 1
        return text

    def literal(self):
        char = self.text[self.at]
        self.at += 1
        if char == "\\" and self.peek() in PUNCTUATION:
            char = self.text[self.at]
            self.at += 1
        return char


# Section 4.5: tree

def join(kind, nodes):
    unique = {}
    for node in nodes:
        for child in node[1] if node[0] == kind else [node]:
            unique[print_node(child)] = child
    children = [unique[text] for text in sorted(unique, key=order)]
    return (kind, tuple(children)) if len(children) > 1 else (children[0] if children else None)


class Parser:
    def __init__(self, lexemes):
        self.lexemes, self.at, self.depth = lexemes, 0, 0

    def kind(self):
        return self.lexemes[self.at][0] if self.at < len(self.lexemes) else None

    def any(self):
        nodes = []
        while True:
            first = self.at
            node = self.all()
            if node:
                nodes.append(node)
            if self.at == first:
                wrong = self.at if self.kind() == "or" else first - 1
                if 0 <= wrong < len(self.lexemes) and self.lexemes[wrong][0] == "or":
                    raise Failure("unexpected", "OR needs a term on both sides", *self.lexemes[wrong][1:3])
            if self.kind() != "or":
                return join("or", nodes)
            self.at += 1

    def all(self):
        nodes = []
        while self.kind() not in (None, "or", "close"):
            node = self.item()
            if node:
                nodes.append(node)
        return join("and", nodes)

    def item(self):
        negated = False
        while self.kind() == "not":
            negated = not negated
            self.at += 1
        node = self.lexemes[self.at][3] if self.kind() == "leaf" else self.group()
        self.at += 1
        if node and negated:
            return node[1] if node[0] == "not" else ("not", node)
        return node

    def group(self):
        _, start, end, _ = self.lexemes[self.at]
        if self.depth == MAX_DEPTH:
            raise Failure("too_deep", "more than 16 parentheses inside each other", start, end)
        self.depth += 1
        self.at += 1
        node = self.any()
        if self.kind() is None:
            raise Failure("unclosed_group", "unclosed parenthesis", start, end)
        self.depth -= 1
        return node


def utf8_length(text):
    return len(text.encode("utf-8", "surrogatepass"))


def parse(text):
    if utf8_length(text) > MAX_BYTES:
        at = size = 0
        while size + utf8_length(text[at]) <= MAX_BYTES:
            size += utf8_length(text[at])
            at += 1
        raise Failure("too_long", "longer than 4096 bytes", at, len(text))
    lexemes = Lexer(text).run()
    parser = Parser(lexemes)
    root = parser.any()
    if parser.kind() == "close":
        raise Failure("unexpected", "unexpected )", *lexemes[parser.at][1:3])
    if root is None and lexemes:
        raise Failure("nothing_to_search", "nothing to search for", lexemes[0][1], len(text))
    return root


def works(text):
    try:
        parse(text)
        return True
    except Failure:
        return False


def children(node):
    return node[1] if node[0] in ("and", "or") else [node[1]] if node[0] == "not" else []


def names_trash(node):
    return node is not None and (node == ("is", "trashed") or any(map(names_trash, children(node))))


def has_text(node, negated=False):
    if node is None:
        return False
    if node[0] == "text":
        return not negated
    return any(has_text(child, negated != (node[0] == "not")) for child in children(node))


# Section 5

def print_value(text, quoted=False):
    if quoted or any(char in SPACES or char in '()"\\*' for char in text):
        return '"' + re.sub(r'["\\]', r"\\\g<0>", text) + '"'
    return text


def print_node(node):
    kind = node[0]
    if kind == "and":
        return " ".join("(" + print_node(child) + ")" if child[0] == "or" else print_node(child) for child in node[1])
    if kind == "or":
        return " OR ".join(map(print_node, node[1]))
    if kind == "not":
        text = print_node(node[1])
        return "-(" + text + ")" if node[1][0] in ("and", "or") else "-" + text
    if kind == "text":
        _, scope, terms, prefix = node
        text = terms[0]
        for before, term in zip(terms, terms[1:]):
            text += ("" if terms_of(before + term) == [before, term] else " ") + term
        return ("" if scope == "any" else scope + ":") + print_value(text) + ("*" if prefix else "")
    if kind == "tag":
        tag = node[1]
        return "tag:" + ("none" if tag is None else print_value(tag, tag == "none" or tag.startswith("#")))
    if kind == "notebook":
        return "notebook:" + print_value("/".join(node[1]), node[1][0].startswith("nb_"))
    if kind == "notebook_id":
        return "notebook:" + node[1]
    if kind == "date":
        form, *rest = node[2]
        if form == "last":
            return node[1] + ":" + ("today" if rest[0] == 1 else "%dd" % rest[0])
        return node[1] + ":" + ("..".join(rest) if form == "range" else "".join(rest))
    if kind == "link":
        return node[1] + ":" + (node[3] if node[2] == "id" else print_value(node[3], True))
    if kind == "filename":
        pieces = node[1]
        if len(pieces) == 3 and pieces[0] == "" and pieces[2] == "":
            return "filename:" + print_value(pieces[1])
        return "filename:" + "*".join(print_value(piece) if piece else "" for piece in pieces)
    if kind == "mime":
        return "mime:" + node[1] + "/" + node[2]
    return kind + ":" + node[1]


# Section 7

FLAGS = {"trashed": "trashed", "template": "template", "readonly": "read_only", "orphan": "orphan", "imported": "imported"}


def finds(root, note, now):
    return (not note["trashed"] or names_trash(root)) and (root is None or matches(root, note, now))


def matches(node, note, now):
    kind = node[0]
    if kind == "and":
        return all(matches(child, note, now) for child in node[1])
    if kind == "or":
        return any(matches(child, note, now) for child in node[1])
    if kind == "not":
        return not matches(node[1], note, now)
    if kind == "text":
        parts = [part for part in ("title", "body") if node[1] in ("any", part)]
        return any(holds(terms_of(note[part]), node[2], node[3]) for part in parts)
    if kind == "tag":
        keys = map(name_key, note["tags"])
        return not note["tags"] if node[1] is None else any(key == node[1] or key.startswith(node[1] + "/") for key in keys)
    if kind == "notebook":
        keys = tuple(map(name_key, note["notebook_path"]))
        return any(keys[max(0, end - len(node[1])):end] == node[1] for end in range(1, len(keys) + 1))
    if kind == "notebook_id":
        return node[1] in note["notebook_ids"]
    if kind == "is":
        return bool(note["tags"]) if node[1] == "tagged" else note[FLAGS[node[1]]]
    if kind == "has":
        return node[1] in note["has"]
    if kind == "date":
        first, after = bounds(node[2], now)
        at = note[node[1] + "_at"]
        return (first is None or at >= first) and (after is None or at < after)
    if kind == "link":
        others = note["links_to" if node[1] == "links-to" else "linked_from"]
        return any((other["id"] if node[2] == "id" else name_key(other["title"])) == node[3] for other in others)
    if kind == "id":
        return note["id"] == node[1]
    if kind == "filename":
        return any(has_name(name_key(file["filename"]), node[1]) for file in note["attachments"])
    return any(has_type(file["mime_type"], node[1], node[2]) for file in note["attachments"])


def holds(terms, wanted, prefix):
    count = len(wanted)
    for at in range(len(terms) - count + 1):
        found = tuple(terms[at:at + count])
        if found[:-1] == wanted[:-1] and (found[-1].startswith(wanted[-1]) if prefix else found[-1] == wanted[-1]):
            return True
    return False


def has_name(name, pieces):
    return re.fullmatch(".*".join(map(re.escape, pieces)), name, re.S) is not None


def has_type(mime, kind, subtype):
    parts = (trim(mime.lower().split(";")[0]) + "/").split("/")
    return parts[0] == kind and subtype in ("*", parts[1])


# Section 8

OTHERS = {}
for names, write in [
    ("path folder in dir directory notebooks categories", lambda v: "notebook:" + re.sub(r"/+\Z", "", re.sub(r"\A(\.?/)+", "", v))),
    ("tags label labels keyword keywords", lambda v: "tag:" + v.lstrip("#")),
    ("file attachment attachments", lambda v: "filename:" + v),
    ("name intitle heading", lambda v: "title:" + v),
    ("text content", lambda v: "body:" + v),
    ("date modified changed edited updated_at", lambda v: "updated:" + v),
    ("created_at made", lambda v: "created:" + v),
    ("link links linksto", lambda v: "links-to:" + v),
    ("backlink backlinks linkedfrom", lambda v: "linked-from:" + v),
    ("after since", lambda v: "updated:>=" + v),
    ("before until", lambda v: "updated:<" + v),
]:
    OTHERS.update((name, write) for name in names.split())


def clip(text):
    if units(text) <= MAX_QUOTED:
        return text
    half = text.encode("utf-16-le", "surrogatepass")[:2 * MAX_QUOTED]
    return half.decode("utf-16-le", "replace") + "…"


def quote(text):
    return "“" + clip(text) + "”"


def find_warnings(text):
    if not works(text):
        return []
    lexemes = Lexer(text).run()
    found = []
    for at, (kind, start, end, _) in enumerate(lexemes):
        message = find_mistake(text, lexemes, at) if kind == "leaf" else None
        if message:
            found.append({"start": units(text[:start]), "end": units(text[:end]), "message": message})
    return found[:MAX_WARNINGS]


def find_mistake(text, lexemes, at):
    leaf = text[lexemes[at][1]:lexemes[at][2]]
    before = lexemes[at - 1][0] if at > 0 else None
    after = lexemes[at + 1][0] if at + 1 < len(lexemes) else None
    if leaf == "NOT" and after and before != "not":
        return describe_not(text, lexemes, at + 1)
    if leaf == "AND" and before and after not in (None, "or", "close"):
        return "“AND” is searched as a word. Terms next to each other must all match: leave AND out."
    tag = find_tag(leaf)
    if tag:
        return quote(leaf) + " is searched as text. To find the tag, write " + quote(tag) + "."
    name, form = find_field(text, lexemes, at)
    if not name:
        return None
    message = "There is no search field “" + clip(name) + ":”, so it is searched as a word."
    return message + (" Write " + quote(form) if form else " The fields are " + ", ".join(TAKES)) + "."


def describe_not(text, lexemes, at):
    kind, start, end, _ = lexemes[at]
    if kind in ("or", "close"):
        return None
    form = {"open": "-(…)", "not": "-word"}.get(kind)
    if kind == "leaf":
        name, other = find_field(text, lexemes, at)
        term = other if name else find_tag(text[start:end]) or text[start:end]
        form = "-" + term if term else None
        if form and not works(form):
            return None
    advice = "write " + quote(form) if form else "write “-” before the term"
    return "“NOT” is searched as a word. To leave out notes, " + advice + "."


def find_tag(leaf):
    """The form of a leaf with number signs that works; None for any other leaf."""
    tag = leaf.lstrip("#")
    if tag == leaf or not tag or (tag[0] != "_" and unicodedata.category(tag[0])[0] not in "LN"):
        return None
    return "tag:" + tag if works("tag:" + tag) else None


def find_field(text, lexemes, at):
    """The name of an unknown field and its form that works; None for either that is missing."""
    leaf = text[lexemes[at][1]:lexemes[at][2]]
    found = re.match(r"([A-Za-z][A-Za-z_-]+):(?!//|:)", leaf)
    if not found or found[1].lower() in TAKES:
        return None, None
    value = leaf[found.end():]
    if value == "":
        after = lexemes[at + 1] if at + 1 < len(lexemes) else None
        if not after or after[1] != lexemes[at][2] or text[after[1]] != '"':
            return None, None
        value = text[after[1]:after[2]]
    write = OTHERS.get(found[1].lower())
    return found[1], write(value) if write and works(write(value)) else None


# Cases

def query_of(case):
    return "".join(text * times for text, times in case["repeat"]) if "repeat" in case else case["query"]


def check_query(case):
    root = parse(query_of(case))
    return {
        "canonical": "" if root is None else print_node(root),
        "names_trash": names_trash(root),
        "has_text": has_text(root),
    }


def check_error(case):
    text = query_of(case)
    try:
        return {"canonical": print_node(parse(text) or ("or", ()))}
    except Failure as failure:
        message = failure.words + " at column %d" % (failure.start + 1)
        return {
            "code": failure.code,
            "start": units(text[:failure.start]),
            "end": units(text[:failure.end]),
            "column": failure.start + 1,
            "message": message + ": " + failure.hint,
        }


def check_date(case):
    spec = read_date(case["value"])
    return dict(zip(("from", "until"), bounds(spec, case["now"]))) if spec else {"bad": True}


CHECKS = {
    "tokens": lambda case: {"tokens": [list(token) for token in tokenize(case["text"])]},
    "names": lambda case: {"key": name_key(case["name"])},
    "queries": check_query,
    "errors": check_error,
    "dates": check_date,
    "warnings": lambda case: {"warnings": find_warnings(query_of(case))},
}


def main(folder):
    wrong = 0

    def report(file, case, found):
        nonlocal wrong
        wrong += 1
        print("%s: %s: found %s" % (file, json.dumps(case, ensure_ascii=True), json.dumps(found, ensure_ascii=True)))

    for file, check in CHECKS.items():
        for case in read(folder, file) or []:
            try:
                found = check(case)
            except Failure as failure:
                found = {"code": failure.code}
            if any(case.get(name) != value for name, value in found.items()):
                report(file, case, found)
    table = read(folder, "matches") or {"cases": []}
    for case in table["cases"]:
        root = parse(case["query"])
        found = [note["id"] for note in table["notes"] if finds(root, note, table["now"])]
        if found != case["finds"]:
            report("matches", case, found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else HERE))
