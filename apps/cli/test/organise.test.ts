import { expect, test } from 'vitest';
import { inProcess, testLibrary, writeFiles } from './support.js';

const FILES = { 'Tea.md': 'green', 'Coffee.md': 'black', 'Milk.md': 'white' };

async function library() {
  const at = testLibrary(inProcess);
  await at.run(['import', 'markdown', writeFiles(`${at.dataDir}-files/Drinks`, FILES), '-q']);
  const read = async (title: string) => JSON.parse((await at.run(['cat', title, '--json'])).stdout);
  return { ...at, read };
}

test('batch reads notes from standard input by id, address or title', async () => {
  const { run, read } = await library();
  const { id, uri } = await read('Tea');
  const done = await run(['batch', 'add_tags', '--tags', 'hot', '-t', 'daily/cup'], { input: `${id}\n${uri}\n` });
  expect(done).toMatchObject({ code: 2 });
  const tagged = await run(['batch', 'add_tags', '--tags', 'hot', '-t', 'daily/cup'], { input: `${id}\ncoffee\n\n` });
  expect(tagged).toEqual({ code: 0, stdout: '', stderr: '2 notes changed.\n' });
  expect((await read('Coffee')).tags).toEqual(['daily/cup', 'hot']);
  const again = await run(['batch', 'add_tags', '--tags', 'hot'], { input: 'Coffee\r\nMilk\r\n' });
  expect(again.stderr).toBe('1 note changed, 1 skipped.\n');
  expect(again.stdout).toMatch(/^doc_\w+ {2}skipped {2}already tagged\n$/);
  const unknown = 'No note matches "Nobody". Give an id, an address or a title';
  expect(await run(['batch', 'add_tags', '--tags', 'x'], { input: 'Nobody\n' })).toEqual({
    code: 10,
    stdout: `Nobody  failed  ${unknown}\n`,
    stderr: '0 notes changed, 1 failed.\n',
  });
  const mixed = await run(['batch', 'add_tags', '--tags', 'x', '--json'], { input: 'Tea\nNobody\nMilk\n' });
  expect(mixed.code).toBe(10);
  expect(JSON.parse(mixed.stdout)).toMatchObject({
    items: [{ status: 'applied' }, { document_id: 'Nobody', error: { code: 'not_found' } }, { status: 'applied' }],
    counts: { applied: 2, failed: 1 },
  });
  expect(await run(['batch', 'add_tags', '--tags', 'y', '--atomic'], { input: 'Tea\nNobody\n' })).toMatchObject({
    code: 1,
    stderr: `notes: ${unknown}\n`,
  });
  expect((await read('Tea')).tags).not.toContain('y');
  expect(await run(['batch', 'trash'], { input: '\n' })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'notes: Standard input names no notes. Write one note per line\n',
  });
  expect(await run(['batch', 'add_tags'], { input: 'Tea\n' })).toMatchObject({ code: 2 });
  expect(await run(['batch', 'add_tags', '--tags', 'x'], { input: '' })).toMatchObject({ code: 2 });
});

test('batch moves, duplicates and trashes notes, and reports failed ones', async () => {
  const { run, read } = await library();
  const copied = await run(['batch', 'duplicate', '-o', 'ids'], { input: 'Tea\n' });
  expect((await read('Tea (copy)')).id).toBe(copied.stdout.trim());
  await run(['batch', 'move', '-n', 'Notes', '--atomic'], { input: 'Tea\nMilk\n' });
  expect((await read('Milk')).notebook_id).toBe('nb_notes');
  const { id } = await read('Milk');
  const mixed = await run(['batch', 'trash'], { input: `${id} rev_0\ndoc_nobody\nTea\n` });
  expect(mixed).toMatchObject({ code: 10, stderr: '1 note changed, 2 failed.\n' });
  expect((await read('Milk')).deleted_at).toBeUndefined();
  const atomic = await run(['batch', 'trash', '--atomic', '--json'], { input: `Coffee\n${id} rev_0\n` });
  expect(atomic.code).toBe(10);
  expect(JSON.parse(atomic.stdout).counts).toEqual({ applied: 0, skipped: 0, failed: 1, rolled_back: 1 });
});

test('batch splits more notes than one call accepts into several calls', async () => {
  const { run } = await library();
  const input = Array.from({ length: 501 }, (_, n) => `doc_${n} rev_0`).join('\n');
  const report = JSON.parse((await run(['batch', 'restore', '--json'], { input })).stdout);
  expect(report.counts).toEqual({ applied: 0, skipped: 0, failed: 501, rolled_back: 0 });
  expect(await run(['batch', 'restore', '--atomic'], { input })).toMatchObject({ code: 2 });
});

test('tag rename shows the change, and makes it with --apply', async () => {
  const { run, read } = await library();
  await run(['batch', 'add_tags', '--tags', 'hot/green', '--tags', 'warm'], { input: 'Tea\n' });
  await run(['batch', 'add_tags', '--tags', 'hot', '--tags', 'warm/green'], { input: 'Coffee\n' });
  const dry = await run(['tag', 'rename', 'hot', 'warm', '--children']);
  const lines = [
    'merge  hot        →  warm        1 note, 1 gain it',
    'merge  hot/green  →  warm/green  1 note, 1 gain it',
  ];
  expect(dry).toEqual({
    code: 0,
    stdout: `${lines.join('\n')}\n`,
    stderr: 'Would change 2 tags on 2 notes. To apply this, add --apply\n',
  });
  expect(await run(['tag', 'rename', 'hot', 'warm', '--children', '--apply'])).toMatchObject({ code: 7 });
  expect((await read('Tea')).tags).toEqual(['hot/green', 'warm']);
  expect((await run(['tag', 'rename', 'hot', 'warm', '--children', '--apply', '--yes'])).stderr).toBe(
    'Changed 2 tags on 2 notes.\n',
  );
  expect((await read('Tea')).tags).toEqual(['warm', 'warm/green']);
  expect(await run(['tag', 'rename', 'hot', 'warm'])).toMatchObject({ code: 1 });
});
