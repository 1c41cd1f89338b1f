const collide = (a, b, c) => {
  a.notebook('one', 'Work');
  b.notebook('two', 'Work');
  c.pull(a, b);
  return [...c.view().conflicts.keys()][0];
};
const settle = (device, conflict, doc) =>
  device.say({ op: 'conflict.resolve', conflict, doc, resolution: 'keep_both', write: null });
const COLLIDED = ['notebook one "Work"', 'notebook two "Work (2)"'];
const write = (device, id, body) =>
  device.say({ op: 'doc.write', doc: `doc_${id}`, rev: 'rev_same', parents: [], title: id.toUpperCase(), body });

/** Scenarios in which plausible readings of a short rule differ. */
export const RULES = [
  [
    'attachments named before they are made: that names nothing',
    (a, b) => {
      b.nameResource('f', 'early');
      a.pull(b).resource('f', 'made');
    },
    ['file f "made"'],
  ],
  [
    'an attachment made twice: as the first says, until it is named',
    (a, b, c) => {
      a.resource('f', 'first').resource('g', 'first');
      b.pull(a).resource('f', 'second').resource('g', 'second');
      c.pull(b).nameResource('g', 'named');
    },
    ['file f "first"', 'file g "named"'],
  ],
  [
    'an attachment deleted by who had not seen a name said before it was made',
    (a, b) => {
      b.nameResource('f', 'early');
      a.pull(b).resource('f', 'made');
      a.say({ op: 'res.delete', resource: 'res_f', seen: ['rep_a:1'] });
    },
    ['file f "made"'],
  ],
  [
    'an attachment embedded where Markdown shows no link: in code, and before other letters',
    (a) =>
      a
        .resource('f')
        .resource('g')
        .note('n', '`resource://default/resources/res_f`|xresource://default/resources/res_g.png')
        .deleteResource('f')
        .deleteResource('g'),
    ['file f "f"', 'file g "g"', 'n "N" `resource://default/resources/res_f`|xresource://default/resources/res_g.png'],
  ],
  [
    'an attachment that a longer id, capitals or an escape only seem to embed',
    (a) =>
      a
        .resource('f')
        .resource('g')
        .resource('h')
        .note(
          'n',
          'resource://default/resources/res_f1 Resource://default/resources/res_g resource://default/resources/res%5Fh',
        )
        .deleteResource('f')
        .deleteResource('g')
        .deleteResource('h'),
    [
      'n "N" resource://default/resources/res_f1 Resource://default/resources/res_g resource://default/resources/res%5Fh',
    ],
  ],
  ['a collision of names, settled without a note', (a, b, c) => settle(c, collide(a, b, c), null), COLLIDED],
  [
    'a collision of names that somebody settles as of a note: it stays open',
    (a, b, c) => settle(c, collide(a, b, c), 'doc_n'),
    ['collision two', ...COLLIDED],
  ],
  [
    'a purge against an edit that somebody settles without a note: it stays open',
    (a, b, c) => {
      b.pull(a.note('n', 'x'));
      a.purge('n');
      b.edit('n', 'y');
      c.pull(a, b);
      settle(c, [...c.view().conflicts.keys()][0], null);
    },
    ['n~ "N" y', 'purged n'],
  ],
  [
    'one id for revisions of two notes: each counts for its own',
    (a, b) => {
      write(a, 'n', 'one');
      write(b, 'm', 'two');
    },
    ['m "M" two', 'n "N" one'],
  ],
  [
    'one id for two revisions of a note: the first counts',
    (a, b) => {
      write(a, 'n', 'one');
      write(b, 'n', 'two');
    },
    ['n "N" one'],
  ],
  [
    'one of two tags of a name renamed alone: the other keeps the name',
    (a, b, c) => {
      a.makeTag('s', 'Work').note('n', 'x').tag('n', 's');
      b.makeTag('t', 'work').note('m', 'y').tag('m', 't');
      c.pull(a, b).nameTag('s', 'Home');
    },
    ['m "M" y; #work', 'n "N" x; #Home'],
  ],
  [
    'both tags of a name renamed, as whoever renames one has to',
    (a, b, c) => {
      a.makeTag('s', 'Work').note('n', 'x').tag('n', 's');
      b.makeTag('t', 'work').note('m', 'y').tag('m', 't');
      c.pull(a, b).nameTag('s', 'Home').nameTag('t', 'Home');
    },
    ['m "M" y; #Home', 'n "N" x; #Home'],
  ],
];
