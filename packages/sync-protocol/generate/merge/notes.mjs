/**
 * Scenarios: a name, the actions of the devices, and the summary of the final library. Device `a` usually creates the
 * initial state.
 */
export const NOTES = [
  ['a note', (a) => a.note('n', 'x|y'), ['n "N" x|y']],
  ['a note edited again and again', (a) => a.note('n', 'x').edit('n', 'y').edit('n', 'z'), ['n "N" z']],
  [
    'two notes of one title are two notes',
    (a, b) => [a.note('n', 'x', { title: 'T' }), b.note('m', 'y', { title: 'T' })],
    ['m "T" y', 'n "T" x'],
  ],
  [
    'lines apart, edited on two devices',
    (a, b) => {
      b.pull(a.note('n', 'x|y|z'));
      a.edit('n', 'X|y|z');
      b.edit('n', 'x|y|Z');
    },
    ['n "N" X|y|Z; of 2'],
  ],
  [
    'lines apart, on three devices',
    (a, b, c) => {
      a.note('n', '1|2|3|4|5');
      b.pull(a).edit('n', '1|2|three|4|5');
      c.pull(a).edit('n', '1|2|3|4|five');
      a.edit('n', 'one|2|3|4|5');
    },
    ['n "N" one|2|three|4|five; of 3'],
  ],
  [
    'the same line on two devices: the later in the order of the log stays',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
    },
    ['n "N" of b; aside (body) "N" of a'],
  ],
  [
    'the same line, and one device has done more: no clock decides, what it knew does',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      b.edit('n', 'of b');
      a.edit('n', 'first').edit('n', 'of a');
    },
    ['n "N" of a; aside (body) "N" of b'],
  ],
  [
    'the same edit on two devices',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'y');
      b.edit('n', 'y');
    },
    ['n "N" y; of 2'],
  ],
  [
    'a title and a text',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.retitle('n', 'Named');
      b.edit('n', 'y');
    },
    ['n "Named" y; of 2'],
  ],
  [
    'two titles',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.retitle('n', 'Of a');
      b.retitle('n', 'Of b');
    },
    ['n "Of b" x; aside (title) "Of a" x'],
  ],
  [
    'two titles and two texts apart',
    (a, b) => {
      b.pull(a.note('n', 'x|y|z'));
      a.write('n', { title: 'Of a', body: 'X|y|z' }, ['rev_a1']);
      b.write('n', { title: 'Of b', body: 'x|y|Z' }, ['rev_a1']);
    },
    ['n "Of b" x|y|Z; aside (title) "Of a" X|y|z'],
  ],
  [
    'one title, two texts of one line: about the text',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.write('n', { title: 'Of a', body: 'y' }, ['rev_a1']);
      b.write('n', { title: 'Of b', body: 'z' }, ['rev_a1']);
    },
    ['n "Of b" z; aside (body) "Of a" y'],
  ],
  [
    'three devices, one line: two stand aside',
    (a, b, c) => {
      a.note('n', 'x');
      b.pull(a).edit('n', 'of b');
      c.pull(a).edit('n', 'of c');
      a.edit('n', 'of a');
    },
    ['n "N" of c; aside (body) "N" of b; aside (body) "N" of a'],
  ],
  [
    'three devices, two of them in conflict',
    (a, b, c) => {
      a.note('n', '1|2|3');
      b.pull(a).edit('n', '1|2|of b');
      c.pull(a).edit('n', '1|2|of c');
      a.edit('n', 'of a|2|3');
    },
    ['n "N" of a|2|of c; of 2; aside (body) "N" 1|2|of b'],
  ],
  [
    'an edit of what was merged',
    (a, b) => {
      b.pull(a.note('n', 'x|y|z'));
      a.edit('n', 'X|y|z');
      b.edit('n', 'x|y|Z');
      a.pull(b).edit('n', 'X|Y|Z');
    },
    ['n "N" X|Y|Z'],
  ],
  [
    'an edit of what was merged, and one of a side of it',
    (a, b) => {
      b.pull(a.note('n', 'x|y|z|w'));
      a.edit('n', 'X|y|z|w');
      b.edit('n', 'x|y|z|W');
      a.pull(b).edit('n', 'X|y|z|W|end');
      b.edit('n', 'x|y|Z|W');
    },
    ['n "N" X|y|Z|W|end; of 2'],
  ],
  [
    'both devices merge, and go on',
    (a, b) => {
      b.pull(a.note('n', '1|2|3|4|5|6|7'));
      a.edit('n', 'A|2|3|4|5|6|7');
      b.edit('n', '1|2|3|4|5|6|B');
      a.pull(b);
      b.pull(a);
      a.edit('n', 'A|2|AA|4|5|6|B');
      b.edit('n', 'A|2|3|4|BB|6|B');
    },
    ['n "N" A|2|AA|4|BB|6|B; of 2'],
  ],
  [
    'bases that are merges themselves',
    (a, b) => {
      b.pull(a.note('n', '1|2|3|4|5|6|7|8|9'));
      a.edit('n', 'A|2|3|4|5|6|7|8|9');
      b.edit('n', '1|2|3|4|5|6|7|8|B');
      a.pull(b);
      b.pull(a);
      a.edit('n', 'A|2|A|4|5|6|7|8|B');
      b.edit('n', 'A|2|3|4|5|6|B|8|B');
      a.pull(b);
      b.pull(a);
      a.edit('n', 'A|2|A|4|a|6|B|8|B');
      b.edit('n', 'A|2|A|4|5|6|B|8|b');
    },
    ['n "N" A|2|A|4|a|6|B|8|b; of 2'],
  ],
  [
    'an ordinary edit leaves aside what stands aside',
    (a, b) => {
      b.pull(a.note('n', 'x|y|z'));
      a.edit('n', 'of a|y|z');
      b.edit('n', 'of b|y|z');
      a.pull(b).edit('n', 'of b|y|Z');
    },
    ['n "N" of b|y|Z; aside (body) "N" of a|y|z'],
  ],
  [
    'an edit that makes the merge clean ends a conflict',
    (a, b) => {
      b.pull(a.note('n', 'x|y|z'));
      a.edit('n', 'same|y|z');
      b.edit('n', 'other|y|z');
      a.pull(b).edit('n', 'same|y|z');
    },
    ['n "N" same|y|z; of 2'],
  ],
  [
    'what stands aside is gone on with elsewhere',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b').edit('n', 'more of b');
      a.edit('n', 'more of a').edit('n', 'most of a');
    },
    ['n "N" most of a; aside (body) "N" more of b'],
  ],
  [
    'settled by keeping what is here',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      b.pull(a).settle('n', { resolution: 'keep_local' });
    },
    ['n "N" of b'],
  ],
  [
    'settled by keeping what came from elsewhere',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      b.pull(a).settle('n', { resolution: 'keep_remote' });
    },
    ['n "N" of a'],
  ],
  [
    'where the other side was written, it is the local one',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      a.pull(b).settle('n', { resolution: 'keep_local' });
    },
    ['n "N" of a'],
  ],
  [
    'settled by a text of both',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      a.pull(b).settle('n', { resolution: 'merged', title: 'Both', body: 'of a and b' });
    },
    ['n "Both" of a and b'],
  ],
  [
    'settled by keeping both',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      a.pull(b).settle('n', { resolution: 'keep_both' });
    },
    ['n "N" of b', 'n+a2 "N (conflict copy)" of a'],
  ],
  [
    'both devices keep both: one copy',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      a.pull(b);
      b.pull(a);
      a.settle('n', { resolution: 'keep_both' });
      b.settle('n', { resolution: 'keep_both' });
    },
    ['n "N" of b; of 2', 'n+a2 "N (conflict copy)" of a; of 2'],
  ],
  [
    'the copy of a long title is cut before its suffix',
    (a, b) => {
      b.pull(a.note('n', 'x', { title: 'é'.repeat(512) }));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      a.pull(b).settle('n', { resolution: 'keep_both' });
    },
    [`n "${'é'.repeat(512)}" of b`, `n+a2 "${'é'.repeat(504)} (conflict copy)" of a`],
  ],
  [
    'two devices settle differently: a conflict again, about their choices',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      a.pull(b);
      b.pull(a);
      a.settle('n', { resolution: 'keep_local' });
      b.settle('n', { resolution: 'keep_local' });
    },
    ['n "N" of b; aside (no_base) "N" of a'],
  ],
  [
    'settled on one device while the other writes on',
    (a, b) => {
      b.pull(a.note('n', 'x|y|z'));
      a.edit('n', 'of a|y|z');
      b.edit('n', 'of b|y|z');
      a.pull(b).settle('n', { resolution: 'keep_remote' });
      b.edit('n', 'of b|y|Z');
    },
    ['n "N" of b|y|Z; of 2'],
  ],
  [
    'a note written under one id by two who know nothing of each other',
    (a, b) => {
      a.note('n', 'of a');
      b.write('n', { title: 'N', body: 'of b' }, []);
    },
    ['n "N" of a; aside (no_base) "N" of b'],
  ],
  [
    'nine of one line: eight are looked at',
    (a, b) => {
      b.pull(a.note('n', '0'));
      for (let i = 1; i <= 9; i += 1) b.write('n', { title: 'N', body: `${i}` }, ['rev_a1']);
    },
    [
      'n "N" 9; aside (body) "N" 8; aside (body) "N" 7; aside (body) "N" 6; aside (body) "N" 5; aside (body) "N" 4; aside (body) "N" 3; aside (body) "N" 2; aside (too_much) "N" 1',
    ],
  ],
  ['trashed', (a) => a.note('n', 'x').trash('n'), ['n "N" x; trashed']],
  ['trashed and taken out again', (a) => a.note('n', 'x').trash('n').restore('n'), ['n "N" x']],
  [
    'trashed on both, taken out on one: what that one had not seen stands',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.trash('n').restore('n');
      b.trash('n');
    },
    ['n "N" x; trashed'],
  ],
  [
    'trashed here, edited there: the edit brings it back',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.trash('n');
      b.edit('n', 'y');
    },
    ['n "N" y'],
  ],
  [
    'trashed by one who had seen both sides',
    (a, b) => {
      b.pull(a.note('n', 'x|y|z'));
      a.edit('n', 'X|y|z');
      b.edit('n', 'x|y|Z');
      a.pull(b).trash('n');
    },
    ['n "N" X|y|Z; of 2; trashed'],
  ],
  [
    'trashed by one who had seen one side',
    (a, b) => {
      b.pull(a.note('n', 'x|y|z'));
      a.edit('n', 'X|y|z').trash('n');
      b.edit('n', 'x|y|Z');
    },
    ['n "N" X|y|Z; of 2'],
  ],
  [
    'trashed with what stands aside',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.edit('n', 'of a');
      b.edit('n', 'of b');
      a.pull(b).trash('n');
    },
    ['n "N" of b; trashed; aside (body) "N" of a'],
  ],
  [
    'edited after it was trashed and taken out',
    (a) => a.note('n', 'x').trash('n').restore('n').edit('n', 'y'),
    ['n "N" y'],
  ],
];
