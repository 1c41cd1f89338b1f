export const ORGANISING = [
  [
    'moved into a notebook',
    (a) => a.notebook('work').note('n', 'x').home('n', 'work'),
    ['n "N" x; in work', 'notebook work "work"'],
  ],
  [
    'moved on two devices: the later in the order of the log',
    (a, b) => {
      b.pull(a.notebook('one').notebook('two').note('n', 'x'));
      a.home('n', 'one');
      b.home('n', 'two');
    },
    ['n "N" x; in two', 'notebook one "one"', 'notebook two "two"'],
  ],
  [
    'moved here, edited there',
    (a, b) => {
      b.pull(a.notebook('one').note('n', 'x'));
      a.home('n', 'one');
      b.edit('n', 'y');
    },
    ['n "N" y; in one', 'notebook one "one"'],
  ],
  [
    'moved into a notebook that is deleted meanwhile',
    (a, b) => {
      b.pull(a.notebook('one').note('n', 'x'));
      a.deleteNotebooks('one');
      b.home('n', 'one');
    },
    ['n "N" x'],
  ],
  [
    'tagged on two devices',
    (a, b) => {
      b.pull(a.makeTag('s', 's').makeTag('t', 't').note('n', 'x'));
      a.tag('n', 's');
      b.tag('n', 't');
    },
    ['n "N" x; #s; #t'],
  ],
  [
    'a tag taken off here, given again there: it stays',
    (a, b) => {
      b.pull(a.makeTag('t', 't').note('n', 'x').tag('n', 't'));
      a.untag('n', 't');
      b.tag('n', 't');
    },
    ['n "N" x; #t'],
  ],
  [
    'a tag taken off by one who had seen it given twice',
    (a, b) => {
      b.pull(a.makeTag('t', 't').note('n', 'x').tag('n', 't'));
      b.tag('n', 't');
      a.pull(b).untag('n', 't');
    },
    ['n "N" x'],
  ],
  [
    'a tag made on two devices, in two spellings',
    (a, b) => {
      b.pull(a.note('n', 'x').note('m', 'y'));
      a.makeTag('s', 'Work').tag('n', 's');
      b.makeTag('t', 'work').tag('m', 't');
    },
    ['m "M" y; #Work', 'n "N" x; #Work'],
  ],
  [
    'both spellings on one note are one tag',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.makeTag('s', 'Work').tag('n', 's');
      b.makeTag('t', 'work').tag('n', 't');
    },
    ['n "N" x; #Work'],
  ],
  [
    'a tag renamed onto another is that',
    (a) => {
      a.makeTag('s', 'one')
        .makeTag('t', 'two')
        .note('n', 'x')
        .tag('n', 's')
        .note('m', 'y')
        .tag('m', 't')
        .nameTag('t', 'one');
    },
    ['m "M" y; #one', 'n "N" x; #one'],
  ],
  [
    'two tags renamed onto each other: each has the name of the other',
    (a, b) => {
      b.pull(a.makeTag('s', 'one').makeTag('t', 'two').note('n', 'x').tag('n', 's').note('m', 'y').tag('m', 't'));
      a.nameTag('s', 'two');
      b.nameTag('t', 'one');
    },
    ['m "M" y; #one', 'n "N" x; #two'],
  ],
  [
    'a tag renamed on two devices',
    (a, b) => {
      b.pull(a.makeTag('t', 'old').note('n', 'x').tag('n', 't'));
      a.nameTag('t', 'of a');
      b.nameTag('t', 'of b');
    },
    ['n "N" x; #of b'],
  ],
  [
    'names fold by full case folding: ß and SS',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.makeTag('s', 'Straße').tag('n', 's');
      b.makeTag('t', 'STRASSE').tag('n', 't');
    },
    ['n "N" x; #Straße'],
  ],
  [
    'names are composed before they are compared',
    (a, b) => {
      b.pull(a.note('n', 'x'));
      a.makeTag('s', 'é').tag('n', 's');
      b.makeTag('t', 'E\u0301').tag('n', 't');
    },
    ['n "N" x; #é'],
  ],
  ['a tag that was never named is not shown', (a) => a.note('n', 'x').tag('n', 'none'), ['n "N" x']],
  [
    'attached here, detached there: what was not seen stays',
    (a, b) => {
      b.pull(a.resource('f').note('n', 'x').attach('n', 'f'));
      a.detach('n');
      b.attach('n', 'f');
    },
    ['file f "f"', 'n "N" x; @f'],
  ],
  ['an attachment deleted', (a) => a.resource('f').deleteResource('f'), []],
  [
    'an attachment deleted here, attached there: it stays',
    (a, b) => {
      b.pull(a.resource('f').note('n', 'x'));
      a.deleteResource('f');
      b.attach('n', 'f');
    },
    ['file f "f"', 'n "N" x; @f'],
  ],
  [
    'an attachment deleted here, embedded there',
    (a, b) => {
      b.pull(a.resource('f').note('n', 'x'));
      a.deleteResource('f');
      b.edit('n', '![](resource://default/resources/res_f)');
    },
    ['file f "f"', 'n "N" ![](resource://default/resources/res_f)'],
  ],
  [
    'an attachment deleted here, embedded in what stands aside',
    (a, b) => {
      b.pull(a.resource('f').note('n', 'x'));
      b.edit('n', '![](resource://default/resources/res_f)');
      a.deleteResource('f').edit('n', 'y').edit('n', 'z');
    },
    ['file f "f"', 'n "N" z; aside (body) "N" ![](resource://default/resources/res_f)'],
  ],
  [
    'an attachment deleted here, renamed there: it stays',
    (a, b) => {
      b.pull(a.resource('f'));
      a.deleteResource('f');
      b.nameResource('f', 'new');
    },
    ['file f "new"'],
  ],
  [
    'an attachment renamed on two devices',
    (a, b) => {
      b.pull(a.resource('f'));
      a.nameResource('f', 'of a');
      b.nameResource('f', 'of b');
    },
    ['file f "of b"'],
  ],
  [
    'an attachment of a note in Trash stays',
    (a) => a.resource('f').note('n', 'x').attach('n', 'f').trash('n').deleteResource('f'),
    ['file f "f"', 'n "N" x; trashed; @f'],
  ],
  [
    'notebooks in one another',
    (a) => a.notebook('one').notebook('two', 'two', 'one'),
    ['notebook one "one"', 'notebook two "two" in one'],
  ],
  [
    'notebooks moved into each other: the later move is passed over',
    (a, b) => {
      b.pull(a.notebook('one').notebook('two'));
      a.move('one', 'two');
      b.move('two', 'one');
    },
    ['notebook one "one" in two', 'notebook two "two"'],
  ],
  [
    'three notebooks moved in a ring',
    (a, b, c) => {
      a.notebook('one').notebook('two').notebook('three');
      b.pull(a).move('two', 'three');
      c.pull(a).move('three', 'one');
      a.move('one', 'two');
    },
    ['notebook one "one" in two', 'notebook three "three"', 'notebook two "two" in three'],
  ],
  [
    'a move that was passed over has no effect later',
    (a, b) => {
      b.pull(a.notebook('one').notebook('two'));
      a.move('one', 'two');
      b.move('two', 'one');
      a.pull(b).move('one', null);
    },
    ['notebook one "one"', 'notebook two "two"'],
  ],
  [
    'a notebook moved on two devices',
    (a, b) => {
      b.pull(a.notebook('one').notebook('two').notebook('three'));
      a.move('three', 'one');
      b.move('three', 'two');
    },
    ['notebook one "one"', 'notebook three "three" in two', 'notebook two "two"'],
  ],
  [
    'a notebook made in one that is deleted meanwhile is at the root',
    (a, b) => {
      b.pull(a.notebook('one'));
      a.deleteNotebooks('one');
      b.notebook('two', 'two', 'one');
    },
    ['notebook two "two"'],
  ],
  [
    'a notebook moved out of one that is deleted meanwhile goes with what was seen in it',
    (a, b) => {
      b.pull(a.notebook('one').notebook('two', 'two', 'one'));
      a.deleteNotebooks('one', 'two');
      b.move('two', null);
    },
    [],
  ],
  [
    'a notebook renamed that is deleted meanwhile',
    (a, b) => {
      b.pull(a.notebook('one'));
      a.deleteNotebooks('one');
      b.nameNotebook('one', 'new');
    },
    [],
  ],
  [
    'a notebook renamed on two devices',
    (a, b) => {
      b.pull(a.notebook('one'));
      a.nameNotebook('one', 'of a');
      b.nameNotebook('one', 'of b');
    },
    ['notebook one "of b"'],
  ],
  [
    'two siblings of one name',
    (a, b) => [a.notebook('one', 'Work'), b.notebook('two', 'work')],
    ['collision two', 'notebook one "Work"', 'notebook two "work (2)"'],
  ],
  [
    'three siblings of one name',
    (a, b, c) => [a.notebook('one', 'Work'), b.notebook('two', 'Work'), c.notebook('three', 'WORK')],
    ['collision three', 'collision two', 'notebook one "Work"', 'notebook three "WORK (3)"', 'notebook two "Work (2)"'],
  ],
  [
    'a sibling that really has the next name keeps it',
    (a, b) => {
      a.notebook('one', 'Work').notebook('other', 'Work (2)');
      b.notebook('two', 'Work');
    },
    ['collision two', 'notebook one "Work"', 'notebook other "Work (2)"', 'notebook two "Work (3)"'],
  ],
  [
    'one name at two places is no collision',
    (a) => a.notebook('one', 'Work').notebook('two', 'Work', 'one'),
    ['notebook one "Work"', 'notebook two "Work" in one'],
  ],
  [
    'moved beside one of its name',
    (a) => a.notebook('one', 'Work').notebook('two', 'two').notebook('three', 'Work', 'two').move('three', null),
    ['collision three', 'notebook one "Work"', 'notebook three "Work (2)"', 'notebook two "two"'],
  ],
  [
    'a collision that a new name ends',
    (a, b) => {
      a.notebook('one', 'Work');
      b.notebook('two', 'Work');
      a.pull(b).nameNotebook('two', 'Play');
    },
    ['notebook one "Work"', 'notebook two "Play"'],
  ],
  [
    'the name of a builtin is taken at the root',
    (a) => a.notebook('one', 'notes').notebook('two', 'Notes', 'one'),
    ['collision one', 'notebook one "notes (2)"', 'notebook two "Notes" in one'],
  ],
  ['a saved search', (a) => a.search('s', 'Mine', 'tag:a'), ['search s "Mine" tag:a']],
  [
    'a saved search renamed here, asking something else there',
    (a, b) => {
      b.pull(a.search('s', 'Mine', 'a'));
      a.setSearch('s', { name: 'Ours' });
      b.setSearch('s', { query: 'b' });
    },
    ['search s "Ours" b'],
  ],
  ['a saved search deleted', (a) => a.search('s').setSearch('s', { query: 'b' }).deleteSearch('s'), []],
  [
    'a saved search deleted here, changed there: it stays',
    (a, b) => {
      b.pull(a.search('s', 'Mine', 'a'));
      a.deleteSearch('s');
      b.setSearch('s', { query: 'b' });
    },
    ['search s "Mine" b'],
  ],
  [
    'two saved searches of one name',
    (a, b) => [a.search('s', 'Mine'), b.search('t', 'mine')],
    ['collision t', 'search s "Mine" a', 'search t "mine (2)" a'],
  ],
  [
    'a saved search with the name of a builtin',
    (a) => a.search('s', 'trash'),
    ['collision s', 'search s "trash (2)" a'],
  ],
];
