import { beforeAll, describe, expect, it } from 'vitest';
import { names } from './finder.fixture.js';
import { findRanges } from './rank.js';
import { TargetIndex } from './target-index.js';

const NOW = Date.UTC(2026, 10, 23);
const DAY_MS = 86_400_000;
const LIMIT = 20;

const index = new TargetIndex();
/** Tags of some notes. */
const tags: Readonly<Record<string, readonly string[]>> = {
  'Plugins 101': ['platform/mobile'],
  'Garden plan': ['spring', 'someday'],
  'Weekly review': ['habit'],
};
/** Days since some notes were changed; the others were changed a year ago. */
const ages: Readonly<Record<string, number>> = { 'Tax return 2025': 2, 'Weekly review': 1 };

beforeAll(() => {
  for (const [container, titles] of Object.entries(names)) {
    const parts = container.split(' / ');
    const notebook = { name: parts.at(-1) as string, container: parts.slice(0, -1).join(' / ') };
    index.add({ kind: 'notebook', id: `nb ${container}`, tags: [], updatedAt: 0, ...notebook });
    for (const name of titles) {
      const updatedAt = NOW - (ages[name] ?? 365) * DAY_MS;
      index.add({ kind: 'note', id: `${container}: ${name}`, name, container, tags: tags[name] ?? [], updatedAt });
    }
  }
  for (const name of ['spring', 'habit', 'someday', 'platform/mobile'])
    index.add({ kind: 'tag', id: `#${name}`, name, container: '', tags: [], updatedAt: 0 });
});

const find = (typed: string, opened: readonly string[] = []) => index.find(typed, opened, LIMIT, NOW);
const describeTargets = (typed: string, opened?: readonly string[]) =>
  find(typed, opened).map(({ target: { kind, name } }) => (kind === 'note' ? name : `${kind} ${name}`));

it('Help notes come after own notes that match as well, whichever changed last [WEB-HELP-LAST]', () => {
  const mixed = new TargetIndex();
  const note = { kind: 'note', container: '', tags: [] } as const;
  mixed.add({ ...note, id: 'help', name: 'Link styles', updatedAt: NOW, isHelp: true });
  mixed.add({ ...note, id: 'own', name: 'Link colour', updatedAt: NOW - 400 * DAY_MS });
  const ids = (typed: string) => mixed.find(typed, [], LIMIT, NOW).map(({ target: { id } }) => id);
  expect(ids('link')).toEqual(['own', 'help']);
  expect(ids('link styles')[0]).toBe('help');
});

describe('the first result', () => {
  it.each([
    // Words in any order, of the title and the notebook.
    ['rust owner', 'ch04-01-what-is-ownership'],
    ['owner rust', 'ch04-01-what-is-ownership'],
    ['what owner', 'ch04-01-what-is-ownership'],
    ['borrow refer', 'ch04-02-references-and-borrowing'],
    ['refs borrow', 'ch04-02-references-and-borrowing'],
    ['smart point', 'ch15-00-smart-pointers'],
    ['hash map', 'ch08-03-hash-maps'],
    ['map hash', 'ch08-03-hash-maps'],
    ['rust threads', 'ch16-01-threads'],
    ['async await', 'ch17-00-async-await'],
    ['panic', 'ch09-03-to-panic-or-not-to-panic'],
    ['env vars', 'ch12-05-working-with-environment-variables'],
    ['std err', 'ch12-06-writing-to-stderr-instead-of-stdout'],
    ['if let', 'ch06-03-if-let'],
    ['src/macros', 'ch20-05-macros'],
    ['ch13 clos', 'ch13-01-closures'],
    // Words of the title and of a tag.
    ['plugins mobile', 'Plugins 101'],
    ['mobile plugins', 'Plugins 101'],
    ['garden spring', 'Garden plan'],
    // Letters in order.
    ['ktsn', 'Kitchen sink'],
    ['swr', 'StringWithRefs'],
    ['htcg', 'How to create a new graph'],
    ['qpl', 'Quarterly planning'],
    ['gdn pln', 'Garden plan'],
    // Whole words and beginnings before parts of words.
    ['sed', 'sed'],
    ['ps', 'ps'],
    ['tar', 'tar'],
    ['git com', 'git-commit'],
    ['commit git', 'git-commit'],
    ['git', 'git'],
    ['docker ps', 'docker-ps'],
    ['kub get', 'kubectl-get'],
    ['cargo test', 'cargo-test'],
    ['keygen', 'ssh-keygen'],
    ['openbsd sed', 'sed'],
    ['android settings', 'settings'],
    ['kitchen', 'Kitchen'],
    ['kitch', 'Kitchen'],
    ['query tab', 'Query table'],
    ['keyboard short', 'Keyboard shortcuts'],
    ['sync graph', 'How to sync your Logseq graph across devices'],
    ['whiteboard pdf', 'Whiteboard___Object___PDF'],
    ['select tool', 'Whiteboard___Tool___Select'],
    ['tool shape', 'Whiteboard___Tool___Shape'],
    ['mind map', 'Plugins 02 - Build a mind map plugin'],
    ['apr 19', 'Apr 19th, 2021'],
    ['standup 20', '2026-11-20 Standup'],
    ['11-02', '2026-11-02 Standup'],
    // Accents, capitals, other scripts and symbols.
    ['creme brulee', 'Crème brûlée'],
    ['CRÈME', 'Crème brûlée'],
    ['sohne', 'Müller & Söhne'],
    ['muller & sohne', 'Müller & Söhne'],
    ['cafe', 'Café supplier'],
    ['smorgas', 'Smörgåsbord'],
    ['日本', '日本語の本'],
    ['c++', 'C++ notes'],
    ['~', '~'],
    ['1:1', '1:1 with Ada'],
    ['versioning draft', 'apiVersioningDraft'],
    // Changed lately.
    ['tax', 'Tax return 2025'],
    ['tax 2026', 'Tax return 2026'],
    ['review week', 'Weekly review'],
    // Notebooks and tags.
    ['journals', 'notebook journals'],
    ['meetings', 'notebook Meetings'],
    ['habit', 'tag habit'],
    ['someday', 'tag someday'],
  ])('for “%s” is %s [WEB-SWITCHER]', (typed, expected) => {
    expect(describeTargets(typed)[0]).toBe(expected);
  });
});

describe('results', () => {
  it('contain every note of a notebook after those whose title matches [WEB-SWITCHER]', () => {
    const found = describeTargets('android');
    expect(found[0]).toBe('Android');
    expect(found).toContain('notebook android');
    expect(found).toContain('screencap');
  });

  it('are empty when a word matches nothing [WEB-SWITCHER]', () => {
    expect(describeTargets('rust zebra')).toEqual([]);
    expect(describeTargets('xqzj')).toEqual([]);
  });

  it('prefer a note that was opened lately, unless another matches better [WEB-SWITCHER]', () => {
    const opened = ['rust-book / src: ch04-00-understanding-ownership', 'Work / Meetings: 2026-11-02 Standup'];
    expect(describeTargets('rust owner', opened)[0]).toBe('ch04-00-understanding-ownership');
    expect(describeTargets('standup', opened)[0]).toBe('2026-11-02 Standup');
    expect(describeTargets('what owner', opened)[0]).toBe('ch04-01-what-is-ownership');
  });

  it('without text are the notes opened last, then those changed last [WEB-SWITCHER]', () => {
    const opened = ['Home: Kitchen', 'gone', 'Home: Garden plan'];
    const recent = index.listRecent(opened, 4).map(({ name }) => name);
    expect(recent).toEqual(['Kitchen', 'Garden plan', 'Weekly review', 'Tax return 2025']);
  });

  it('have the matching ranges of the name, also with accents and characters of two units [WEB-SWITCHER]', () => {
    const mark = (name: string, ...words: string[]) =>
      findRanges(name, words).map(([start, end]) => name.slice(start, end));
    expect(mark('Müller & Söhne', 'sohne', 'mul')).toEqual(['Mül', 'Söhne']);
    expect(mark('Kitchen sink', 'ktsn')).toEqual(['K', 't', 's', 'n']);
    expect(mark('ﬁre 🦊fox', 'fire', 'fox')).toEqual(['ﬁre', 'fox']);
    expect(mark('🦊🦊', '🦊')).toEqual(['🦊']);
    expect(mark('a\u0301b', 'ab')).toEqual(['a', 'b']);
  });
});
