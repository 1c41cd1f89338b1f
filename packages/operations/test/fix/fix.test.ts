import { DOCUMENT_URI, RESOURCE_URI } from '@notes/markdown-blocks';
import { describe, expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import { stoppedOnceBegun, uploadText } from '../maintenance/support.js';
import { mediaLibrary, origin, PNG } from '../media/origin.js';
import { type OpenedLibrary, openTestLibrary } from '../support.js';

async function withNote(opened: OpenedLibrary, body: string): Promise<string> {
  return (await opened.call('createDocument', { title: 'From', body })).id;
}

const readBody = async ({ call }: OpenedLibrary, id: string) => (await call('getDocument', { document_id: id })).body;
const revisions = async ({ call }: OpenedLibrary, id: string) =>
  (await call('listRevisions', { document_id: id })).revisions.length;

describe('fixLibrary for link targets', () => {
  it('changes only the targets of Markdown links by title, and finds nothing afterwards [FIX-LINKS] [FIX-AGAIN]', async () => {
    const opened = await openTestLibrary();
    const { id } = await opened.call('createDocument', { title: 'Some note', body: '# Part\n' });
    const to = `${DOCUMENT_URI}${id}`;
    const ours = await uploadText(opened, 'shown');
    const lines = [
      ['\ufeffé [a](Some%20note.md "t") [b](<some note>) 日本', `\ufeffé [a](${to} "t") [b](<${to}>) 日本`],
      ['[c](Some%20note#part) [d][r] [e][r]\r', `[c](${to}#part) [d][r] [e][r]\r`],
      [`![p](${ours.uri.replace('resource', 'RESOURCE')})`, `![p](${ours.uri})`],
      ...['[[Some note]] ![[Some note]] [[Some note|x]]', '`[a](Some%20note)` <!-- [a](Some%20note) -->'].map((x) => [
        x,
        x,
      ]),
      ...[`[a](${to})`, '[a](Nowhere)', '[a](https://x.org/Some%20note)', '[a](#part)'].map((x) => [x, x]),
      ['', ''],
      ...['```', '[a](Some%20note)', '```', '    [a](Some%20note)', ''].map((x) => [x, x]),
      ['[r]: /Some%20note', `[r]: ${to}`],
    ] as [string, string][];
    const from = await withNote(opened, lines.map(([before]) => before).join('\n'));
    const preview = await opened.call('fixLibrary', {});
    const changes = { non_canonical_link_target: 5 };
    expect(preview).toMatchObject({
      ...{ dry_run: true, applied: null },
      kinds: [{ kind: 'non_canonical_link_target', documents: 1, changes: 5 }],
      documents: [{ document_id: from, changes }],
    });
    expect(preview).not.toHaveProperty('confirmation');
    expect(await revisions(opened, from)).toBe(1);
    const done = await opened.call('fixLibrary', { apply: true, plan: preview.plan_sha256 });
    expect(done.applied).toMatchObject({ state: 'succeeded', counts: { revisions: 1, ...changes } });
    expect(await readBody(opened, from)).toBe(lines.map(([, after]) => after).join('\n'));
    expect(await revisions(opened, from)).toBe(2);
    expect(await opened.call('fixLibrary', { apply: true })).toMatchObject({ documents: [], applied: null });
    expect((await opened.call('getLintReport', { checks: ['broken_document_link'] })).checks[0]?.count).toBe(1);
  });

  it('skips notes in Trash and in read-only notebooks, and ambiguous links [FIX-SCOPE]', async () => {
    const opened = await openTestLibrary();
    for (const title of ['Twice', 'Twice', 'Once']) await opened.call('createDocument', { title });
    await withNote(opened, '[a](Twice)');
    const { id, current_revision_id } = await opened.call('createDocument', { title: 'Gone', body: '[a](Once)' });
    expect((await opened.call('fixLibrary', {})).documents).toHaveLength(1);
    await opened.call('trashDocument', { document_id: id, base_revision_id: current_revision_id });
    expect((await opened.call('fixLibrary', {})).documents).toEqual([]);
  });

  it('skips notes that changed since the plan, and resumes with its plan [FIX-CHANGED] [FIX-RESUME]', async () => {
    const opened = await openTestLibrary();
    await opened.call('createDocument', { title: 'To' });
    const notes = await Promise.all(Array.from({ length: 20 }, (_, n) => withNote(opened, `${n} [a](To)`)));
    const { plan_sha256 } = await opened.call('fixLibrary', {});
    const stopped = await invoke('fixLibrary', stoppedOnceBegun(opened.context), { apply: true, plan: plan_sha256 });
    expect(stopped.applied).toMatchObject({ state: 'cancelled', counts: { revisions: 1 } });
    const bodies = await Promise.all(notes.map((id) => readBody(opened, id)));
    const changed = notes[bodies.findIndex((body) => body.endsWith('(To)'))] as string;
    await opened.call('appendToDocument', { document_id: changed, text: 'more' });
    const done = await opened.call('fixLibrary', { apply: true, plan: plan_sha256.slice(0, 12) });
    expect(done.applied).toEqual({
      ...{ job_id: stopped.applied?.job_id, state: 'succeeded' },
      counts: { revisions: 19, non_canonical_link_target: 19, skipped: 1 },
    });
    expect(await readBody(opened, changed)).toMatch(/\[a\]\(To\)\nmore$/);
    await expect(opened.call('fixLibrary', { apply: true, plan: plan_sha256 })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('fixLibrary for images', () => {
  it('sets missing alternative texts to the name of the image when requested [FIX-ALT]', async () => {
    const opened = await openTestLibrary();
    const { id } = await uploadText(opened, 'my_[first]-photo');
    const images = [
      [`![](${RESOURCE_URI}${id})`, `![my \\[first\\] photo](${RESOURCE_URI}${id})`],
      ['![ ](https://x.org/a/b%20c.png?d=e)', '![b c ](https://x.org/a/b%20c.png?d=e)'],
      ['![][r] ![kept](c.png) ![[d.png]]', '![e f][r] ![kept](c.png) ![[d.png]]'],
      ['![](data:image/png;base64,AAAA) ![](/)', '![](data:image/png;base64,AAAA) ![](/)'],
      ['\n[r]: e-f.svg', '\n[r]: e-f.svg'],
    ] as [string, string][];
    const from = await withNote(opened, images.map(([before]) => before).join('\n'));
    expect((await opened.call('fixLibrary', {})).documents).toEqual([]);
    const asked = { kinds: ['missing_alt_text'], apply: true };
    const done = await opened.call('fixLibrary', asked);
    expect(done.applied?.counts).toEqual({ revisions: 1, missing_alt_text: 3 });
    expect(await readBody(opened, from)).toBe(images.map(([, after]) => after).join('\n'));
    expect((await opened.call('fixLibrary', asked)).documents).toEqual([]);
  });

  it('fetches remote images that the policy allows, after the edits of the same note [FIX-MEDIA]', async () => {
    const from = await origin((_, response) => response.end(PNG));
    const opened = await mediaLibrary([from]);
    const { id } = await opened.call('createDocument', { title: 'To' });
    const refused = '![r](http://10.0.0.1/a.png)';
    const { id: note } = await opened.call('createDocument', {
      title: 'A',
      body: `[a](To) ![](${from.url}/x.png) ${refused}`,
    });
    const asked = { kinds: ['non_canonical_link_target', 'missing_alt_text', 'unlocalized_remote_media'], apply: true };
    const { applied } = await opened.call('fixLibrary', asked);
    expect(applied?.counts).toEqual({
      revisions: 2,
      ...{ non_canonical_link_target: 1, missing_alt_text: 1, unlocalized_remote_media: 1 },
    });
    const { body } = await opened.call('getDocument', { document_id: note });
    expect(body).toMatch(
      new RegExp(
        `^\\[a\\]\\(${DOCUMENT_URI}${id}\\) !\\[x\\]\\(${RESOURCE_URI}res_\\w+\\) ${refused.replace(/[[\]()]/g, '\\$&')}$`,
      ),
    );
    expect((await opened.call('fixLibrary', asked)).documents).toEqual([]);
  });
});
