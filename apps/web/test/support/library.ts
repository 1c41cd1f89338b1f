import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Service } from './service.js';

/** Texts to fill a library with, in one language. */
export interface Words {
  readonly notebook: string;
  readonly title: string;
  readonly other: string;
  readonly template: string;
  readonly trashed: string;
  readonly tags: readonly string[];
  readonly body: string;
}

/** Texts in the language of the page. */
export const kettle: Words = {
  notebook: 'Work',
  title: 'Kettle',
  other: 'Teapot',
  template: 'Daily',
  trashed: 'Old list',
  tags: ['home/kitchen', 'tea'],
  body: `# Kettle

See [[Teapot]], [[Nobody]] and \`code\`.

- [ ] descale

> a quotation

| a | b |
|---|---|
| 1 | 2 |
`,
};

/** Fills a library with data for every screen; returns the parameters of addresses that have any. */
export async function fillLibrary(service: Service, words: Words): Promise<Record<string, readonly string[]>> {
  const { notebook_id } = await service.ask('createNotebook', { name: words.notebook });
  const note = await service.note({ title: words.title, body: words.body, tags: [...words.tags], notebook_id });
  const other = await service.note({ title: words.other, body: `[[${words.title}]]\n` });
  await service.note({ title: words.template, body: '```note-template\n```\n# {{date}}\n' });
  const trashed = await service.note({ title: words.trashed, body: '1\n' });
  await service.trash(trashed);
  await importFile(service);
  const [job] = (await service.ask('listJobs', {})).jobs;
  return {
    'nb/:id': [notebook_id],
    'n/:doc': [note.id],
    'n/:doc/history': [note.id],
    'n/:doc/conflict': [note.id],
    // Ends of a path.
    'graph/path': [note.id, other.id],
    'trash/:doc': [trashed.id],
    'jobs/:id': [job?.job_id as string],
    'settings/:tab': ['status'],
    'sync/:part': ['conflicts'],
    'sync/conflicts/:id': ['cfl_00000000000000000000000000'],
  };
}

/** Runs an import job. */
async function importFile(service: Service): Promise<void> {
  const around = mkdtempSync(join(tmpdir(), 'notes-web-import-'));
  const folder = join(around, '2026');
  mkdirSync(folder);
  writeFileSync(join(folder, '1.md'), '1\n');
  await service.command('import', 'markdown', folder);
  rmSync(around, { recursive: true, force: true });
}
