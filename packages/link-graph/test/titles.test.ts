import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileKey, referenceKey, resolveTitle, type TitleCandidate, titleKeys, titleReference } from '../src/index.js';
import './support.js';

const fold = (name: string) => name.normalize('NFC').toLowerCase();

interface Note {
  title: string;
  file: string | null;
  path: string[];
}

const candidate = ({ title, file, path }: Note): TitleCandidate & { note: Note } => ({
  note: { title, file, path },
  titleKey: fold(title),
  fileKey: file === null ? null : fileKey(file, fold),
  notebookPath: path.map(fold),
});

const resolve = (reference: string, notes: Note[], source: string[] = []) =>
  resolveTitle(titleReference(reference, fold), notes.map(candidate), source.map(fold));

describe('titleReference', () => {
  it.each([
    ['Plan', { whole: 'plan', name: 'plan', folders: [], file: false }],
    [' Cafe\u0301 ', { whole: 'café', name: 'café', folders: [], file: false }],
    ['Work/Q4/Plan', { whole: 'work/q4/plan', name: 'plan', folders: ['work', 'q4'], file: false }],
    ['Work / Plan', { whole: 'work / plan', name: 'plan', folders: ['work'], file: false }],
    ['Some note.md', { whole: 'some note.md', name: 'some note', folders: [], file: true }],
    ['../b//A.Markdown', { whole: '../b//a.markdown', name: 'a', folders: ['..', 'b'], file: true }],
    ['.md', { whole: '.md', name: '.md', folders: [], file: false }],
    ['a.md.md', { whole: 'a.md.md', name: 'a.md', folders: [], file: true }],
    ['Work/', { whole: 'work/', name: '', folders: ['work'], file: false }],
    ['', { whole: '', name: '', folders: [], file: false }],
  ])('reads %j', (title, reference) => {
    expect(titleReference(title, fold)).toEqual(reference);
  });
});

describe('titleKeys', () => {
  it.each<[string, string | null, string[]]>([
    ['Plan', null, ['plan']],
    ['Plan', 'Plan.md', ['plan']],
    ['Plan', 'old-plan.md', ['plan', 'old-plan']],
    ['Either/Or', null, ['either/or', 'or']],
    ['a/README.md', 'README.md', ['a/readme.md', 'readme']],
  ])('returns the keys of the title %j and the file %j', (title, file, keys) => {
    expect(titleKeys(title, file, fold)).toEqual(keys);
  });
});

describe('resolveTitle', () => {
  const note = (title: string, path: string[] = [], file: string | null = null): Note => ({ title, file, path });
  const [home, work, deep] = [note('Plan', ['Home']), note('Plan', ['Work']), note('Plan', ['Work', 'Home'])];
  const imported = [note('One', ['a'], 'x.md'), note('Two', ['a', 'b'], 'x.md'), note('x', ['c'])];

  it.each<[string, string[], Note[], Note[]]>([
    ['plan', [], [home], [home]],
    ['PLAN', [], [home, work], [home, work]],
    // The notebook of the link comes first, then the tree below its top-level notebook, then the library.
    ['plan', ['Home'], [home, work], [home]],
    ['plan', ['Work', 'Garden'], [home, work], [work]],
    ['plan', ['Work', 'Garden'], [home, work, deep], [work, deep]],
    ['plan', ['Garden'], [home, work], [home, work]],
    ['plan', ['Home'], [home, note('Plan', ['Home'])], [home, note('Plan', ['Home'])]],
    ['Home/Plan', ['Work'], [home, deep], [deep]],
    ['Home/Plan', [], [home, work], [home]],
    ['home/plan', [], [home, work, deep], [home, deep]],
    ['Work/Home/Plan', [], [home, work, deep], [deep]],
    ['./Home/Plan', [], [home, work], [home]],
    ['Play/Plan', [], [home, work], []],
    ['a/b/c/Plan', [], [home], []],
    // A reference with a slash matches a whole title first.
    ['Home/Plan', [], [home, note('Home/Plan')], [note('Home/Plan')]],
    ['Plan.md', [], [home, note('Plan.md')], [note('Plan.md')]],
    ['AC/DC.md', [], [note('AC/DC')], [note('AC/DC')]],
    ['AC/DC.md', [], [note('AC/DC'), note('DC', ['AC'])], [note('DC', ['AC'])]],
    // File references start at the notebook of the source, then match the end of a path.
    ['x', [], imported, [imported[2]!]],
    // A file name identifies a note like its title; in one notebook the title is preferred.
    ['x', ['a', 'b'], imported, [imported[1]!]],
    ['x', ['a', 'z'], imported, [imported[0]!, imported[1]!]],
    ['b/x', [], imported, [imported[1]!]],
    ['x', [], [imported[0]!], [imported[0]!]],
    ['./x', ['a'], imported, [imported[0]!]],
    ['../x', ['a', 'b'], imported, [imported[0]!]],
    ['x.md', ['z'], imported, imported],
    ['x.md', ['a'], imported, [imported[0]!]],
    ['b/x.md', ['a'], imported, [imported[1]!]],
    ['../x.md', ['a', 'b'], imported, [imported[0]!]],
    ['./x.md', ['a'], imported, [imported[0]!]],
    ['a/x.md', ['z'], imported, [imported[0]!]],
    ['../../c/x.md', ['a'], imported, [imported[2]!]],
    ['../nowhere/x.md', ['a'], imported, []],
    ['One.md', ['z'], imported, [imported[0]!]],
    ['x.md', [], [note('x', [], 'x.md')], [note('x', [], 'x.md')]],
    ['', [], [home], []],
    ['Work/', [], [work], []],
  ])('resolves %j from %j', (reference, source, notes, means) => {
    const answer = resolve(reference, notes, source);
    const found = answer.status === 'unresolved' ? [] : answer.status === 'resolved' ? [answer.target] : answer.targets;
    expect(found.map((each) => each.note)).toEqual(means);
    expect(answer.status).toBe(['unresolved', 'resolved'][means.length] ?? 'ambiguous');
  });

  it.each(['', '/', 'Work/', 'Work//'])('[LINK-UNTITLED] leaves %j unresolved beside untitled notes', (reference) => {
    expect(resolve(reference, [note('', ['Work']), note('', []), note('Work/', [])])).toEqual({ status: 'unresolved' });
  });

  const segment = fc.constantFrom('a', 'B', 'b', 'x.md', 'a.md');
  const name = fc.array(segment, { minLength: 1, maxLength: 2 }).map((segments) => segments.join('/'));
  const path = fc.array(fc.constantFrom('a', 'b', 'x.md'), { maxLength: 3 });
  const notes = fc.array(
    fc.record({ title: name, file: fc.option(fc.constantFrom('a.md', 'b.markdown', 'x')), path }),
    { maxLength: 6 },
  );
  const reference = fc.record({ folders: fc.array(fc.constantFrom('a', 'B', '.', '..'), { maxLength: 3 }), name });

  it('agrees with the rules for any notes', () => {
    fc.assert(
      fc.property(reference, notes, path, ({ folders, name }, notes, source) => {
        const text = [...folders, name].join('/');
        const answer = resolve(text, notes, source);
        const found =
          answer.status === 'resolved' ? [answer.target] : answer.status === 'ambiguous' ? answer.targets : [];
        expect(found.map((each) => each.note)).toEqual(resolveByRules(text, notes, source));
      }),
      { numRuns: 2000 },
    );
  });

  /** Reference rules over paths as text; `/a/b/` is a notebook path. */
  function resolveByRules(text: string, notes: Note[], source: string[]): Note[] {
    const slash = fold(text).lastIndexOf('/') + 1;
    const [folders, last] = [fold(text).slice(0, slash), fold(text).slice(slash)];
    const stem = last.replace(/\.md$/, '');
    const isFile = stem !== last;
    const whole = notes.filter(({ title }) => fold(title) === fold(text));
    if (whole.length > 0 && (isFile || slash > 0)) return near(whole, source);
    const byName = notes.filter(({ title, file }) => {
      return fold(title) === stem || (file !== null && file.replace(/\.(md|markdown)$/, '') === stem);
    });
    const walks = isFile || /^\.{1,2}\//.test(folders);
    const exact = byName.filter((note) => walks && toPathText(note) === walkFolders(source, folders));
    const end = folders.replaceAll(/(?<![^/])\.{1,2}\//g, '');
    const there = exact.length > 0 ? exact : byName.filter((note) => toPathText(note).endsWith(`/${end}`));
    const found = near(there, source);
    const titled = found.filter(({ title }) => !isFile && fold(title) === stem);
    if (titled.length > 0) return titled;
    if (found.length > 0 || !isFile) return found;
    return near(
      notes.filter(({ title }) => fold(title) === fold(text).replace(/\.md$/, '')),
      source,
    );
  }

  const toPathText = ({ path }: Pick<Note, 'path'>) => `/${path.map((part) => `${part}/`).join('')}`;

  /** Returns the notes in the path of the source, else those below its first segment, else all. */
  function near(notes: Note[], source: string[]): Note[] {
    const [here, tree] = [toPathText({ path: source }), toPathText({ path: source.slice(0, 1) })];
    const levels = [(path: string) => path === here, (path: string) => path.startsWith(tree), () => true];
    const found = levels.slice(source.length === 0 ? 2 : 0).map((has) => notes.filter((note) => has(toPathText(note))));
    return found.find((level) => level.length > 0) ?? [];
  }

  function walkFolders(source: string[], folders: string): string {
    if (folders.split('/').reduce((depth, part) => step(depth, part), source.length) < 0) return 'above the top';
    return new URL(folders, `file:///${source.map((part) => `${part}/`).join('')}`).pathname;
  }

  /** Returns the depth after a step; negative once the path led above the top. */
  function step(depth: number, part: string): number {
    if (depth < 0 || part === '' || part === '.') return depth;
    return part === '..' ? depth - 1 : depth + 1;
  }

  it('finds the same notes with candidates looked up by referenceKey', () => {
    fc.assert(
      fc.property(reference, notes, path, ({ folders, name }, notes, source) => {
        const text = [...folders, name].join('/');
        const key = referenceKey(titleReference(text, fold));
        const indexed = notes.filter(({ title, file }) => titleKeys(title, file, fold).includes(key));
        expect(resolve(text, indexed, source)).toEqual(resolve(text, notes, source));
      }),
      { numRuns: 1000 },
    );
  });
});
