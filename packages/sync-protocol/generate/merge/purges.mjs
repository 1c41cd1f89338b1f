export const PURGES = [
  ['purged', (a) => a.note('n', 'x').purge('n'), []],
  [
    'purged on both',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.purge('n');
      b.purge('n');
    },
    [],
  ],
  [
    'purged here, edited there: the edit is recovered',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.purge('n');
      b.edit('n', 'y');
    },
    ['n~ "N" y', 'purged n'],
  ],
  [
    'recovered in the notebook by default, without the tags it had',
    (a, b) => {
      b.pull(a.notebook('work').makeTag('t', 't').note('n', 'x').home('n', 'work').tag('n', 't'));
      a.purge('n');
      b.edit('n', 'y');
    },
    ['notebook work "work"', 'n~ "N" y', 'purged n'],
  ],
  [
    'purged by one who had seen the edit',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      b.edit('n', 'y');
      a.pull(b).purge('n');
    },
    [],
  ],
  [
    'what is recovered can be edited',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.purge('n');
      b.edit('n', 'y').pull(a).edit('n~', 'z');
    },
    ['n~ "N" z', 'purged n'],
  ],
  [
    'two edits apart are recovered as one note, but not merged: what they were made of is erased',
    (a, b, c) => {
      a.note('n', 'x|y|z');
      b.pull(a).edit('n', 'X|y|z');
      c.pull(a).edit('n', 'x|y|Z');
      a.purge('n');
    },
    ['n~ "N" x|y|Z; aside (no_base) "N" X|y|z', 'purged n'],
  ],
  [
    'a chain of edits that the purge had not seen',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.purge('n');
      b.edit('n', 'y').edit('n', 'z');
    },
    ['n~ "N" z', 'purged n'],
  ],
  [
    'purged twice, each without the last edit',
    (a, b, c) => {
      a.note('n', 'x');
      b.pull(a);
      c.pull(a);
      a.purge('n');
      b.edit('n', 'y');
      c.pull(b).purge('n');
    },
    [],
  ],
  [
    'recovered and purged again',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.purge('n');
      b.edit('n', 'y').pull(a).purge('n~');
    },
    [],
  ],
  [
    'recovered, purged again, and edited meanwhile',
    (a, b, c) => {
      b.pull(a.note('n', 'x'));
      a.purge('n');
      b.edit('n', 'y').pull(a);
      c.pull(b).edit('n~', 'z');
      b.purge('n~');
    },
    ['n~~ "N" z', 'purged n~'],
  ],
  [
    'an edit of the first note that neither purge had seen',
    (a, b, c) => {
      a.note('n', 'x');
      b.pull(a).edit('n', 'y');
      c.pull(a).edit('n', 'z');
      a.purge('n').pull(b).purge('n~');
    },
    ['n~~ "N" z', 'purged n~'],
  ],
  [
    'the purge is kept: the recovered note stays as it is',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.purge('n');
      b.edit('n', 'y').pull(a).settle('n~', { resolution: 'keep_local' });
    },
    ['n~ "N" y'],
  ],
  [
    'trashed and purged, edited there',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.trash('n').purge('n');
      b.edit('n', 'y');
    },
    ['n~ "N" y', 'purged n'],
  ],
  [
    'moved and tagged after a purge nobody had told of: nothing is left',
    (a, b) => {
      b.pull(a.notebook('work').makeTag('t', 't').note('n', 'x'));
      a.purge('n');
      b.home('n', 'work').tag('n', 't');
    },
    ['notebook work "work"'],
  ],
  [
    'a note in conflict, purged by one who saw both sides',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      a.pull(b).purge('n');
    },
    [],
  ],
  [
    'a note in conflict, purged by one who saw one side',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a').purge('n');
      b.edit('n', 'of b');
    },
    ['n~ "N" of b', 'purged n'],
  ],
  [
    'settled here, purged there',
    (a, b, c) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b').pull(a);
      c.pull(b).purge('n');
      b.settle('n', { resolution: 'keep_local' });
    },
    ['n~ "N" of b', 'purged n'],
  ],
  [
    'the copy of a conflict survives a purge of its note',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      a.pull(b).settle('n', { resolution: 'keep_both' }).purge('n');
    },
    ['n+a2 "N (conflict copy)" of a'],
  ],
  [
    'an attachment of a purged note can be deleted',
    (a) => {
      a.resource('f').note('n', 'x').attach('n', 'f').purge('n').deleteResource('f');
    },
    [],
  ],
];
