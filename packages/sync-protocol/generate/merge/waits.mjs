/** Publishes a new note under another id of its device, squashed into a later revision. */
function squashInto(former, { log }, body) {
  for (const { operation } of log)
    former.say(operation.op === 'doc.write' ? { op: 'doc.tag_remove', doc: operation.doc, dots: [] } : operation);
  former.write('n', { title: 'N', body }, [log.at(-1).operation.rev]);
}

/**
 * Unpublished edits of the first device, which waited, and what they become: changed revisions with their parents, and
 * added ones with their text. A third value names the awaited operations that are lacking.
 */
export const WAITS = [
  [
    'an edit of a current revision stays',
    (a, b) => {
      b.note('n', 'x|y');
      a.pull(b).edit('n', 'x|Y').edit('n', 'X|Y');
    },
    [],
  ],
  [
    'an edit of a superseded revision merges with its successor',
    (a, b) => {
      a.pull(b.note('n', 'x|y|z')).edit('n', 'x|y|Z');
      b.edit('n', 'X|y|z').edit('n', 'XX|y|z');
      a.pull(b);
    },
    ['changed a1 of nothing', 'added of b3, a1: XX|y|Z'],
  ],
  [
    'edits in a row: only the first has a parent to lose',
    (a, b) => {
      a.pull(b.note('n', 'x|y|z')).edit('n', 'x|y|Z').edit('n', 'x|y|ZZ');
      a.pull(b.edit('n', 'X|y|z'));
    },
    ['changed a1 of nothing', 'added of a2, b2: X|y|ZZ'],
  ],
  [
    'an edit that does not merge',
    (a, b) => {
      a.pull(b.note('n', 'x')).edit('n', 'mine');
      a.pull(b.edit('n', 'theirs'));
    },
    ['changed a1 of nothing'],
  ],
  [
    'awaited operations are lacking: their revisions are no parents',
    (a, b) => a.pull(b.note('n', 'x')).edit('n', 'y'),
    ['changed a1 of nothing'],
    { rep_b: 3 },
  ],
  [
    'awaited operations are lacking: revisions after them stay parents',
    (a, b) => a.pull(b.note('n', 'x').edit('n', 'y')).edit('n', 'z'),
    [],
    { rep_b: 2 },
  ],
  [
    'a revision that was published under another id',
    (a, b, c) => {
      c.pull(b.note('n', 'x')).edit('n', 'y');
      const { op, doc, rev, parents, title, body } = c.log.at(-1).operation;
      a.pull(b).say({ op, doc, rev, parents, title, body });
      b.pull(c).edit('n', 'z');
      a.pull(b);
    },
    ['removed c1'],
  ],
  [
    'a revision that was squashed into one that was published under another id',
    (a, b, c) => {
      squashInto(c, a.note('n', 'x'), 'y');
      a.pull(b.pull(c).edit('n', 'z'));
    },
    ['removed a1'],
  ],
  [
    'an edit of such a revision merges with its successor',
    (a, b, c) => {
      squashInto(c, a.note('n', 'x|y|z'), 'X|y|z');
      a.edit('n', 'x|y|Z').pull(b.pull(c).edit('n', 'XX|y|z'));
    },
    ['removed a1', 'changed a2 of nothing', 'added of b1, a2: XX|y|Z'],
  ],
  [
    'a squashed revision, when a purge had seen its successor',
    (a, b, c) => {
      squashInto(c, a.note('n', 'x'), 'y');
      a.pull(b.pull(c).purge('n'));
    },
    ['removed a1'],
  ],
  [
    'in Trash',
    (a, b) => {
      a.pull(b.note('n', 'x|y')).edit('n', 'x|Y');
      a.pull(b.edit('n', 'X|y')).trash('n');
    },
    ['changed a1 of nothing'],
  ],
  [
    'of a purged note, which is recovered',
    (a, b) => {
      a.pull(b.note('n', 'x|y')).edit('n', 'x|Y');
      a.pull(b.edit('n', 'X|y').purge('n'));
    },
    ['changed a1 of nothing'],
  ],
];
