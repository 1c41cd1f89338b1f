import { describe, expect, it } from 'vitest';
import type { NoteText } from '../drafts/note-text.js';
import { type DraftResolution, type LocalDraft, resumeResolution } from './draft-resolution.js';

const note = (body: string, title = 'T'): NoteText => ({ title, body });
const draft = (text: NoteText, more: Partial<LocalDraft> = {}): LocalDraft => ({
  key: 'doc_1',
  base: { ...note('1\n2\n3\n4\n5\n'), revisionId: 'rev_1' },
  notebookId: undefined,
  text,
  selection: { anchor: 0, head: 0 },
  unanswered: [],
  startedAt: 1,
  changedAt: 1,
  ...more,
});
const theirs = (text: NoteText, revisionId: string) => ({
  ...text,
  id: 'doc_1',
  revisionId,
  notebookId: 'nb_notes',
  editable: true,
  deletedAt: undefined,
  updatedAt: 0,
});

const mine = draft(note('1\nmine\n3\n4\n5\n'));
const first = theirs(note('1\ntheirs\n3\n4\n5\n'), 'rev_2');
const initial = resumeResolution(undefined, mine, first);
const withBody = (known: DraftResolution, body: string): DraftResolution => ({
  ...known,
  body,
  hunks: known.hunks.map((hunk) => ({ ...hunk, isDecided: true })),
});
const open = ({ hunks }: DraftResolution) => hunks.filter(({ isDecided }) => !isDecided).length;

describe('a conflict being resolved [WEB-A5]', () => {
  it('starts with the local text and resumes with the earlier result', () => {
    expect(initial).toMatchObject({ body: mine.text.body, title: 'T' });
    expect(open(initial)).toBe(1);
    const known = withBody(initial, '1\nby hand\n3\n4\n5\n');
    expect(resumeResolution(known, mine, first)).toBe(known);
  });

  it('keeps the result when the note changes again, and asks only about new conflicts', () => {
    const known = withBody(initial, '1\nby hand\n3\n4\n5\n');
    const resumed = resumeResolution(known, mine, theirs(note('1\ntheirs\n3\n4\nfive\n'), 'rev_3'));
    expect(resumed.body).toBe('1\nby hand\n3\n4\nfive\n');
    expect(open(resumed)).toBe(0);
    const resumedAgain = resumeResolution(known, mine, theirs(note('1\ntheirs again\n3\n4\n5\n'), 'rev_3'));
    expect(resumedAgain.hunks).toMatchObject([{ mine: 'by hand\n', theirs: 'theirs again\n' }]);
  });

  it('keeps open conflicts open when the note changes again', () => {
    const resumed = resumeResolution(initial, mine, theirs(note('1\ntheirs\n3\n4\nfive\n'), 'rev_3'));
    expect(resumed.body).toBe('1\nmine\n3\n4\nfive\n');
    expect(resumed.hunks).toMatchObject([{ base: '2\n', mine: 'mine\n', theirs: 'theirs\n', isDecided: false }]);
  });

  it('merges text typed in the draft meanwhile into the result', () => {
    const known = withBody(initial, '1\nby hand\n3\n4\n5\n');
    const resumed = resumeResolution(known, draft(note('1\nmine\n3\n4\n5\nsix\n')), first);
    expect(resumed.body).toBe('1\nby hand\n3\n4\n5\nsix\n');
    const same = resumeResolution(known, draft(note('1\nmine and more\n3\n4\n5\n')), first);
    expect(same.body).toBe('1\nby hand\nmine and more\n3\n4\n5\n');
  });

  it('merges text typed on the server’s version before the draft was restored', () => {
    const base = { ...note(first.body), revisionId: 'rev_2' };
    const later = draft(note(`${first.body}six\n`), { base, startedAt: 2 });
    expect(resumeResolution(initial, later, first)).toMatchObject({ body: `${mine.text.body}six\n` });
  });

  it('ignores the result of another edit', () => {
    const known = withBody(initial, 'by hand');
    expect(resumeResolution(known, { ...mine, startedAt: 2 }, first)).toMatchObject({ body: mine.text.body });
  });

  it('asks about a title changed on both sides, and asks again only after another change', () => {
    const titled = draft(note(mine.base.body, 'Mine'));
    const two = resumeResolution(undefined, titled, theirs(note(mine.base.body, 'Theirs'), 'rev_2'));
    expect(two).toMatchObject({ title: undefined, myTitle: 'Mine' });
    const more = theirs(note(`${mine.base.body}six\n`, 'Theirs'), 'rev_3');
    expect(resumeResolution(two, titled, more).title).toBeUndefined();
    expect(resumeResolution({ ...two, title: 'By hand' }, titled, more).title).toBe('By hand');
    const other = theirs(note(mine.base.body, 'Others'), 'rev_3');
    expect(resumeResolution({ ...two, title: 'By hand' }, titled, other)).toMatchObject({
      title: undefined,
      myTitle: 'By hand',
    });
  });
});
