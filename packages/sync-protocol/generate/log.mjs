import { checkSuccession, decodeSegment, parseOperation } from '@notes/sync-protocol';

const line = (value) => `${JSON.stringify(value)}\n`;
const head = { count: 1, deps: {}, first_seq: 1, index: 1, prev: null, replica_id: 'rep_a', v: 1 };
const home = { doc: 'doc_1', l: 1, notebook: 'nb_notes', op: 'doc.home', s: 1, w: 0 };
const deps = { deps: { rep_b: 1 } };
const digest = (letter) => letter.repeat(64);

/** Name of a segment, its text, and the problem with it or null. */
const SEGMENTS = [
  ['one operation', line(head) + line(home), null],
  ['a context that rises before the first', line(head) + line(deps) + line(home), null],
  ['nothing', '', 'malformed'],
  ['no line feed at the end', (line(head) + line(home)).trimEnd(), 'malformed'],
  ['an empty line', `${line(head)}\n${line(home)}`, 'malformed'],
  ['white space', line(head).replace(':', ': ') + line(home), 'malformed'],
  ['members out of order', `{"v":1,${line(head).slice(1).replace(',"v":1', '')}${line(home)}`, 'malformed'],
  ['a member twice', line(head) + line(home).replace('"l":1', '"l":1,"l":1'), 'malformed'],
  ['a number with a fraction', line(head) + line(home).replace('"w":0', '"w":0.0'), 'malformed'],
  ['fewer than it says', line({ ...head, count: 2 }) + line(home), 'malformed'],
  ['more than it says', line(head) + line(home) + line({ ...home, s: 2 }), 'malformed'],
  ['a number out of turn', line(head) + line({ ...home, s: 2 }), 'malformed'],
  ['a field too many', line(head) + line({ ...home, x: 1 }), 'malformed'],
  ['a newer version', line({ ...head, v: 2 }) + line({ op: 'doc.fold' }), 'needs_upgrade'],
  ['an operation of a newer version', line(head) + line({ ...home, op: 'doc.fold' }), 'needs_upgrade'],
  ['an author who waits for themselves', line({ ...head, deps: { rep_a: 1 } }) + line(home), 'malformed'],
  ['a first segment with one before', line({ ...head, prev: digest('0') }) + line(home), 'malformed'],
  ['a later segment with none before', line({ ...head, index: 2 }) + line(home), 'malformed'],
  ['a context that does not rise', line({ ...head, ...deps }) + line(deps) + line(home), 'malformed'],
  ['a context that rises to nothing', line(head) + line({ deps: {} }) + line(home), 'malformed'],
  ['a context that rises twice', line(head) + line(deps) + line({ deps: { rep_b: 2 } }) + line(home), 'malformed'],
  ['a context that rises for nothing', line(head) + line(home) + line(deps), 'malformed'],
];

const write = { ...home, op: 'doc.write', notebook: undefined, parents: [], rev: 'rev_1', title: 'A', body: '' };
const withEnvelope = (fields) => ({ s: 1, l: 1, w: 0, ...fields });

/** Name of an operation, the operation, and true when it is well formed. */
const OPERATIONS = [
  ['a home in the notebook by default', home, true],
  ['a revision', write, true],
  ['a title of 1,024 bytes', { ...write, title: 'é'.repeat(512) }, true],
  ['a saved search with another icon', withEnvelope({ op: 'sn.set', search: 'snb_1', icon_emoji: null }), true],
  ['a time before 1970', { ...home, w: -1 }, true],
  ['a note of help', { ...home, doc: 'doc_help_search' }, false],
  ['a note of reports', { ...home, doc: 'doc_report_links' }, false],
  ['a home in Help', { ...home, notebook: 'nb_help' }, false],
  ['a home in Reports', { ...home, notebook: 'nb_reports' }, false],
  ['a builtin renamed', withEnvelope({ op: 'nb.name', notebook: 'nb_notes', name: 'Mine' }), false],
  ['a builtin deleted', withEnvelope({ op: 'nb.delete', notebooks: ['nb_notes'] }), false],
  ['no notebook deleted', withEnvelope({ op: 'nb.delete', notebooks: [] }), false],
  ['a notebook in itself', withEnvelope({ op: 'nb.move', notebook: 'nb_1', parent: 'nb_1' }), false],
  ['a built-in search', withEnvelope({ op: 'sn.delete', search: 'snb_trash', seen: [] }), false],
  ['a setting of nothing', withEnvelope({ op: 'sn.set', search: 'snb_1' }), false],
  [
    'an embedded attachment',
    withEnvelope({ op: 'doc.attach', doc: 'doc_1', resource: 'res_1', relation_type: 'embedded' }),
    false,
  ],
  ['two texts', { ...write, body_ref: { sha256: digest('0'), size: 1, chunks: 1 } }, false],
  ['no text', { ...write, body: undefined }, false],
  ['a revision that is its own parent', { ...write, parents: ['rev_1'] }, false],
  ['a parent twice', { ...write, parents: ['rev_0', 'rev_0'] }, false],
  ['65 parents', { ...write, parents: Array.from({ length: 65 }, (_, i) => `rev_${i + 2}`) }, false],
  ['a title of two lines', { ...write, title: 'a\nb' }, false],
  ['a title of 1,025 bytes', { ...write, title: `${'é'.repeat(512)}x` }, false],
  ['NUL', { ...write, body: 'a\0' }, false],
  ['a number of 0', { ...home, s: 0 }, false],
  ['a dot without a number', withEnvelope({ op: 'doc.restore', doc: 'doc_1', undo: ['rep_a'] }), false],
  [
    'a dot of a number with a zero in front',
    withEnvelope({ op: 'doc.restore', doc: 'doc_1', undo: ['rep_a:01'] }),
    false,
  ],
  ['a time beyond dates', { ...home, w: 1e15 }, false],
  ['an id of capitals', { ...home, doc: 'doc_A' }, false],
  ['no name', { s: 1, l: 1, w: 0 }, false],
];

const logHome = (s, l, context) => ({ replica: 'rep_a', operation: { ...home, s, l }, ...(context && { context }) });
const BEGUN = [logHome(1, 1, {}), logHome(2, 2), logHome(3, 71, { rep_b: 7 })];
const next = (l, context = { rep_b: 7 }) => [logHome(4, l, context)];

/**
 * Segments that may follow an applied one: name, index, digest of the previous segment, own digest, operations, problem
 * or null.
 */
const SUCCESSIONS = [
  ['the next', 2, 'a', 'b', next(72), null],
  ['what is applied', 1, null, 'a', BEGUN, 'known'],
  ['another story of what is applied', 1, null, 'x', BEGUN, 'fork'],
  ['what comes after a gap', 3, 'b', 'c', [logHome(9, 99, {})], 'gap'],
  ['what follows another segment', 2, 'x', 'b', next(72), 'fork'],
  ['a number that was used', 2, 'a', 'b', [logHome(3, 72, { rep_b: 7 })], 'fork'],
  ['what its author had not seen of others here', 2, 'a', 'b', next(81, { rep_b: 8 }), 'waits'],
  ['a context that forgets', 2, 'a', 'b', next(72, { rep_b: 6 }), 'context_sinks'],
  ['a Lamport number that claims the future', 2, 'a', 'b', next(73), 'lamport_mismatch'],
  ['a Lamport number that stands still', 2, 'a', 'b', next(71), 'lamport_mismatch'],
];
const STATE = { index: 1, digest: digest('a'), seq: 3, lamport: 71, context: { rep_b: 7 } };
const APPLIED = { rep_b: 7 };

function succession([name, index, prev, own, operations, problem]) {
  const [first] = operations;
  const header = { replicaId: 'rep_a', index, firstSeq: first.operation.s, count: operations.length };
  const segment = { header: { ...header, prev: prev && digest(prev), deps: first.context }, operations };
  // The Lamport number of an operation is 10 times its sequence number.
  const found = checkSuccession(segment, digest(own), STATE, APPLIED, (_, seq) => [seq * 10, seq * 10]);
  expect(name, found.ok ? null : found.problem, problem);
  return { name, segment, digest: digest(own), problem };
}

function expect(name, found, expected) {
  if (found !== expected) throw new Error(`${name}: ${found}`);
}

/** Returns segments, operations, and successions of segments. */
export function log() {
  const segments = SEGMENTS.map(([name, text, problem]) => {
    const found = decodeSegment(new TextEncoder().encode(text));
    expect(name, found.ok ? null : found.problem, problem);
    return { name, text, problem };
  });
  const operations = OPERATIONS.map(([name, fields, valid]) => {
    const value = JSON.parse(JSON.stringify(fields));
    expect(name, typeof parseOperation(value) === 'object', valid);
    return { name, value, valid };
  });
  return { segments, operations, state: STATE, applied: APPLIED, successions: SUCCESSIONS.map(succession) };
}
