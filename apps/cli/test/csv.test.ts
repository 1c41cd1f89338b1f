import { expect, test } from 'vitest';
import { ownCommands, presentations } from '../src/commands/index.js';
import { inProcess, testLibrary } from './support.js';

/** Parses CSV as RFC 4180 defines it. */
function parseCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  const rows: string[][] = [[]];
  for (cell.lastIndex = 0; cell.lastIndex < text.length; ) {
    const [, quoted, plain, end] = cell.exec(text) as RegExpExecArray;
    rows.at(-1)?.push(quoted === undefined ? (plain as string) : quoted.replaceAll('""', '"'));
    if (end === '\r\n' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

test('search -o csv prints a header and one quoted row for each note, with inert formulas [CLI-CSV]', async () => {
  const { run } = testLibrary(inProcess);
  await run(['new', 'Tea, "green"', '--body', 'needle one', '-t', 'a', '-t', 'b/c']);
  await run(['new', '=HYPERLINK("x")', '--body', 'needle two']);
  const { code, stdout } = await run(['search', 'needle', '--all', '-o', 'csv']);
  expect(code).toBe(0);
  const [heading, ...rows] = parseCsv(stdout);
  expect(heading).toEqual(['document_id', 'title', 'updated_at', 'tags', 'snippet', 'uri']);
  expect(rows.map((row) => row[1]).sort()).toEqual([`'=HYPERLINK("x")`, 'Tea, "green"']);
  expect(rows.map((row) => row[3]).sort()).toEqual(['', 'a b/c']);
  expect(stdout.replaceAll('\r\n', '')).not.toContain('\n');
  expect((await run(['search', 'nowhere', '-o', 'csv'])).stdout).toBe(`${heading?.join(',')}\r\n`);
});

test('every command that prints a list as JSON Lines also prints it as CSV [CLI-CSV]', async () => {
  const lists = Object.entries({ ...presentations, ...ownCommands }).filter(([, shown]) => shown?.render.jsonl);
  for (const [name, shown] of lists) expect(shown?.render.csv, name).toBeDefined();
  const { run } = testLibrary(inProcess);
  const { stdout: id } = await run(['new', 'one', '--body', '- [ ] task [[two]]', '-t', 'a', '-q', '-o', 'ids']);
  await run(['saved', 'create', 'mine', 'tag:a', '-q']);
  for (const [line, columns] of [
    ['tag list', 'tag_id,name,note_count'],
    ['tasks', 'document_id,title,line,state,text,due,anchor_uri'],
    ['saved list', 'search_notebook_id,name,query,icon_emoji'],
    ['template list', 'document_id,title,description,error'],
    ['trash list', 'document_id,title,notebook_id,deleted_at,uri'],
    ['notebook list', 'notebook_id,name,parent_notebook_id,note_count,icon_emoji'],
    [`history ${id.trim()}`, 'revision_id,created_at,origin,size_bytes,title'],
    ['link check one', 'line,column,status,target,anchor,canonical_target'],
    ['link suggest one', 'document_id,title,uri'],
    ['job list', 'job_id,state,kind,phase,processed,total,created_at,started_at,finished_at'],
    ['config list', 'key,value,source'],
  ] as const) {
    const [csv, jsonl] = await Promise.all(['csv', 'jsonl'].map((format) => run([...line.split(' '), '-o', format])));
    expect(csv, line).toMatchObject({ code: 0, stdout: expect.stringMatching(new RegExp(`^${columns}\r\n`)) });
    const listed = jsonl?.stdout.split('\n').filter((each) => each !== '') ?? [];
    expect(parseCsv(csv?.stdout ?? '').length - 1, line).toBe(listed.length);
    for (const each of listed) expect(JSON.parse(each)).toBeTypeOf('object');
  }
});
