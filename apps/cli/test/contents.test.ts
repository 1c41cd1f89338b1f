import { describe, expect, test } from 'vitest';
import { inProcess, notes, testLibrary, writeFiles } from './support.js';

const FILES = {
  'Garden.md': [
    '# Beds',
    '',
    'See [[Compost]], [[Nowhere]] and [[Twin]].',
    '',
    '- [ ] water the beans due:2026-11-30',
    '- [x] dig \u001b[31mdeep\u001b[0m [[Compost#Heap]]',
    '',
  ].join('\n'),
  'Compost.md': '- [ ] turn it\n\n## Heap\n\n[[Soil]]\n',
  'Soil.md': '=1+1\n',
  'a/Twin.md': '',
  'b/Twin.md': '',
  'Meeting.md': '```note-template\ndescription: Weekly\nprompt: who - Everybody\n```\n# {{title}} with {{who}}\n',
};

/** Makes a library of these files, in the notebook Plot. */
async function library(runner = inProcess) {
  const at = testLibrary(runner);
  await at.run(['import', 'markdown', writeFiles(`${at.dataDir}-files/Plot`, FILES), '-q']);
  const id = async (title: string) => JSON.parse((await at.run(['cat', title, '--json'])).stdout).id as string;
  return { ...at, id };
}

test('tasks prints a table, a Markdown list by note, or note ids', async () => {
  const { run, id } = await library();
  const [garden, compost] = [await id('Garden'), await id('Compost')];
  const shown = await run(['tasks', '--note', 'garden']);
  expect(shown).toEqual({
    code: 0,
    stdout: [
      '[ ]  water the beans due:2026-11-30      2026-11-30  Garden, line 5',
      '[x]  dig  [31mdeep [0m [[Compost#Heap]]              Garden, line 6',
      '',
    ].join('\n'),
    stderr: '1 open, 1 done.\n',
  });
  const md = (await run(['tasks', '--state', 'open', '-n', 'Plot', '-o', 'md'])).stdout.split('\n\n');
  const uri = (of: string) => `document://default/documents/${of}`;
  expect(md.filter((_, index) => index % 2 === 0).sort()).toEqual([
    `## [Compost](${uri(compost)})`,
    `## [Garden](${uri(garden)})`,
  ]);
  expect(md.filter((_, index) => index % 2 === 1).sort()).toEqual([
    expect.stringMatching(/^- \[ \] turn it \(\[line 1\]\(document:.*#blk_[0-9a-f]{16}\)\)\n?$/),
    expect.stringMatching(/^- \[ \] water the beans due:2026-11-30 \(\[line 5\]\(document:.*\)\)\n?$/),
  ]);
  const ids = (await run(['tasks', '-o', 'ids'])).stdout.trimEnd().split('\n');
  expect(ids.sort()).toEqual([garden, compost].sort());
  expect(await run(['tasks', '--limit', '1'])).toMatchObject({
    stderr: expect.stringMatching(/^2 open, 1 done\.\nFor more results, add --cursor \S+\n$/),
  });
  expect(await run(['tasks', '--note', 'Nobody'])).toMatchObject({ code: 1 });
});

test('cat prints the headings, blocks and links of a note', async () => {
  const { run, id } = await library();
  expect(await run(['cat', 'Compost', '--outline'])).toEqual({ code: 0, stdout: '3  ## Heap\n', stderr: '' });
  expect(await run(['cat', 'Soil', '--outline'])).toEqual({ code: 0, stdout: '', stderr: 'No headings.\n' });
  expect(JSON.parse((await run(['cat', 'Compost', '--outline', '--json'])).stdout).headings).toHaveLength(1);
  expect((await run(['cat', 'Compost', '--blocks'])).stdout).toMatch(
    /^blk_[0-9a-f]{16} {2}list_item {2}0-13\nblk_[0-9a-f]{16} {2}heading 2 {2}15-22 {2}1 link\nblk_.* paragraph .*\n$/,
  );
  const { stdout } = await run(['cat', 'Compost', '--links']);
  expect(stdout.split('\n')).toEqual([
    'Links',
    '  5:1  resolved  Soil  Soil',
    'Linked from',
    expect.stringMatching(new RegExp(`^ {2}${await id('Garden')}  3  Garden  See .*`)),
    expect.stringMatching(/ 6 {2}Garden {2}/),
    '',
  ]);
});

describe('link', () => {
  test('check lists the targets of the links in a note, or in Markdown on standard input', async () => {
    const { run } = await library(notes);
    const checked = await run(['link', 'check', 'Garden']);
    expect(checked.stdout.split('\n')).toEqual([
      expect.stringMatching(/^3:5 +resolved +Compost +document:/),
      expect.stringMatching(/^3:18 +unresolved +Nowhere$/),
      expect.stringMatching(/^3:34 +ambiguous +Twin/),
      expect.stringMatching(/^6:\d+ +resolved +Compost#Heap +document:.*$/),
      '',
    ]);
    expect(checked).toMatchObject({ code: 0, stderr: '4 links: 2 resolved, 1 unresolved, 1 ambiguous\n' });
    for (const args of [
      ['link', 'check'],
      ['link', 'check', '-'],
    ])
      expect(await run(args, { input: '[a](javascript:b) [[Soil]]' })).toMatchObject({
        code: 0,
        stderr: '2 links: 1 invalid, 1 resolved\n',
      });
    expect(await run(['link', 'check'], { input: Uint8Array.of(0xff) })).toMatchObject({
      code: 2,
      stderr: 'notes: standard input: this is not valid UTF-8 text\n',
    });
  });

  test('suggest and resolve find notes', async () => {
    const { run, id } = await library();
    const soil = await id('Soil');
    expect(await run(['link', 'suggest', 'so'])).toEqual({ code: 0, stdout: `${soil}  Soil\n`, stderr: '' });
    const { stable_link } = JSON.parse((await run(['cat', 'Soil', '--json'])).stdout);
    expect(await run(['link', 'resolve', stable_link])).toMatchObject({ code: 0, stdout: `${soil}  resolved  Soil\n` });
    expect(await run(['link', 'resolve', stable_link.replace(/db_\w/, 'db_z')])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The link points to a note in another library.\n',
    });
    expect(await run(['link', 'resolve', 'Soil'])).toMatchObject({ code: 2 });
  });
});

describe('graph', () => {
  test('path explains its result, and exits with 0 only when a path exists', async () => {
    const { run } = await library();
    const path = (...flags: string[]) => run(['graph', 'path', 'Garden', 'Soil', ...flags]);
    expect(await path()).toEqual({ code: 0, stdout: 'Garden\nCompost\nSoil\n', stderr: '2 links long.\n' });
    expect(await path('--direction', 'incoming')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^No path exists: /),
    });
    expect(await path('--max-depth', '1')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/A longer one may exist/),
    });
    expect(await path('--max-visits', '1')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/A path may still exist/),
    });
    expect(JSON.parse((await path('--max-depth', '1', '--json')).stdout).status).toBe('depth_exhausted');
  });

  test('show lists neighbouring notes and names the limit that stopped it', async () => {
    const { run, id } = await library();
    const [garden, compost, soil] = [await id('Garden'), await id('Compost'), await id('Soil')];
    expect(await run(['graph', 'show', 'Soil', '--depth', '2'])).toEqual({
      code: 0,
      stdout: `0  ${soil}  Soil\n1  ${compost}  Compost\n2  ${garden}  Garden\n`,
      stderr: '3 notes, 2 links between them.\n',
    });
    expect((await run(['graph', 'show', 'Soil', 'Compost', '-o', 'csv'])).stdout).toContain(
      `\r\n${compost},${soil}\r\n`,
    );
    expect(await run(['graph', 'show', 'Soil', '--depth', '2', '--max-nodes', '2'])).toMatchObject({
      stderr: expect.stringMatching(/Complete levels: 1 of 2\.\n$/),
    });
  });

  test('report prints a table or CSV, or saves a note', async () => {
    const { run, id } = await library();
    expect((await run(['graph', 'report'])).stdout).toMatch(
      /^6 notes, 2 links between them\nMost linked\n {2}1 {2}doc_/,
    );
    const csv = await run(['graph', 'report', '--csv', '--limit', '1']);
    expect(csv.stdout).toMatch(/^document_id,title,incoming\r\ndoc_\w+,\w+,1\r\n$/);
    expect(await run(['graph', 'report', '--limit', '1', '-o', 'csv'])).toEqual(csv);
    const made = await run(['graph', 'report', '--write-note', '-o', 'ids']);
    expect(made.stdout).toBe(`${await id('Link report')}\n`);
  });
});

test('template show lists the prompts, and template use creates a note from their values', async () => {
  const { run, id } = await library();
  expect((await run(['template', 'list'])).stdout).toBe(`${await id('Meeting')}  Meeting  who  Weekly\n`);
  expect((await run(['template', 'show', 'Meeting'])).stdout).toContain('Asks for 1 value:\n  who  Everybody\n');
  expect((await run(['template', 'show', 'Meeting', '-o', 'md'])).stdout).toBe('# {{title}} with {{who}}\n');
  await run(['template', 'use', 'Meeting', 'Monday', '--set', 'who=a=b {{title}}', '-q']);
  expect((await run(['cat', 'Monday'])).stdout).toBe('# Monday with a=b {{title}}\n');
  expect(await run(['new', 'Tuesday', '--template', 'meeting', '--set', 'who=', '-n', 'Notes'])).toMatchObject({
    code: 0,
  });
  expect(JSON.parse((await run(['cat', 'Tuesday', '--json'])).stdout)).toMatchObject({
    notebook_id: 'nb_notes',
    body: '# Tuesday with \n',
  });
  const dated = '```note-template\n```\n{{date}} due:{{date}}\n';
  await run(['new', 'Dated', '--body', '-'], { input: dated });
  await run(['template', 'use', 'Dated', 'Leap day', '--date', '2028-02-29', '-q']);
  await run(['new', 'Day after', '--template', 'Dated', '--date', '2028-03-01', '-q']);
  expect((await run(['cat', 'Leap day'])).stdout).toBe('2028-02-29 due:2028-02-29\n');
  expect((await run(['cat', 'Day after'])).stdout).toBe('2028-03-01 due:2028-03-01\n');
  expect(await run(['template', 'use', 'Dated', 'None', '--date', 'tomorrow'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--date: must be a day that exists, as YYYY-MM-DD') as string,
  });
  expect(await run(['new', 'None', '--date', '2028-03-01'])).toMatchObject({
    code: 2,
    stderr: 'notes: --date: this flag needs --template\n',
  });
  expect(await run(['new', '--template', 'Meeting'])).toMatchObject({
    code: 2,
    stderr: 'notes: --template needs a title for the new note. Write it after notes new\n',
  });
  expect(await run(['new', 'x', '--template', 'Meeting', '-t', 'a'])).toMatchObject({
    code: 2,
    stderr: 'notes: --template cannot be combined with --body, --body-file or --tag\n',
  });
  for (const values of [[], ['--set', 'who=x', '--set', 'where=y'], ['--set', 'who=x', '--set', '__proto__=y']])
    expect(await run(['template', 'use', 'Meeting', 'None', ...values])).toMatchObject({ code: 2, stdout: '' });
});

test('query run prints its rows in each format, and exits with 2 for an invalid block', async () => {
  const { run, dataDir, id } = await library();
  const block = 'query: title:soil\nfields: notebook, snippet, open_tasks';
  expect(await run(['query', 'run'], { input: block })).toEqual({
    code: 0,
    stdout: 'title  notebook  snippet  open_tasks\nSoil   Plot      =1+1     0\n',
    stderr: '',
  });
  const file = `${writeFiles(`${dataDir}-blocks`, { 'q.md': `\`\`\`note-query\n${block}\n\`\`\`\n` })}/q.md`;
  expect((await run(['query', 'run', file, '-o', 'csv'])).stdout).toBe(
    "title,notebook,snippet,open_tasks\r\nSoil,Plot,'=1+1,0\r\n",
  );
  expect((await run(['query', 'run', '-', '-o', 'ids'], { input: block })).stdout).toBe(`${await id('Soil')}\n`);
  expect(await run(['query', 'run'], { input: 'query: zzyzx' })).toMatchObject({
    code: 0,
    stderr: 'No note matches.\n',
  });
  expect(await run(['query', 'run'], { input: 'query: (' })).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^notes: query: .*column 1: .*\n$/),
  });
});
