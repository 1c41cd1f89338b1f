import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from './support.js';

const api = useService();

/** Text that every note of the library and every request contains. */
const CANARY = 'zq9canary';

beforeAll(async () => {
  const notebook = await api.notebook(`${CANARY} notebook`);
  const below = await api.notebook(`${CANARY} below`, notebook.notebook_id);
  const file = await api.resource(Buffer.from(`${CANARY} bytes`), `${CANARY}.txt`, `text/${CANARY}`);
  await api.resource(Buffer.from(`${CANARY} bytes`), `${CANARY} again.txt`);
  await api.resource(Buffer.from(`${CANARY} unattached`), `${CANARY} alone.txt`);
  const twins = { title: `${CANARY} twin`, body: CANARY };
  const [twin] = await Promise.all([api.note(twins), api.note(twins), api.note({ title: '', body: CANARY })]);
  const body = [
    `# ${CANARY}`,
    `[[${CANARY} nowhere]] [[${CANARY} twin]] [[${CANARY} note#${CANARY} part]] [[${CANARY} note#^${CANARY}x]]`,
    `![](https://${CANARY}.test/${CANARY}.png) <img src="https://${CANARY}.test/x.png"> [x](document://${CANARY})`,
    `![${CANARY}](${file.uri}) [y](resource://default/resources/res_${CANARY}) [z](https://${CANARY}.test)`,
  ].join('\n\n');
  const note = await api.note({
    title: `${CANARY} note`,
    body,
    tags: [`${CANARY}/tag`],
    notebook_id: below.notebook_id,
  });
  await api.createTrashed({ title: `${CANARY} trashed`, body: CANARY, tags: [`${CANARY}/tag`] });
  await api.library.store.write(({ documents, provenance }) => {
    for (const { id } of [note, twin!])
      provenance.record(documents.get(id)!, { kind: CANARY, id: `${CANARY}.md` }, CANARY, 1);
  });
  await api.post('/search-notebooks', { name: CANARY, query: CANARY });
});

describe('no text of the library appears in', () => {
  it.each([
    ['a lint report', '/admin/lint/report?detail_limit=200'],
    ['a garbage-collection report', '/admin/gc/report'],
    ['a reference report', '/resources/reports/reference'],
  ])('%s [LINT-NO-TEXT] [GC-NO-TEXT] [REF-NO-TEXT]', async (_, path) => {
    const { status, text } = await api.get(path);
    expect(status).toBe(200);
    expect(text).toContain('"generated_at"');
    expect(text.toLowerCase()).not.toContain(CANARY);
  });

  it('the lint report has findings in every check except projection_backlog [LINT-NO-TEXT]', async () => {
    const { checks } = await api.show<'getLintReport'>('/admin/lint/report');
    expect(checks.filter(({ count }) => count === 0).map(({ check }) => check)).toEqual(['projection_backlog']);
  });

  it.each([
    ['everything', { target: 'full_archive' }],
    ['a query', { target: 'subset_transfer', selection: { query: `${CANARY} OR title:${CANARY} -tag:${CANARY}` } }],
    ['tags', { target: 'publication_handoff', selection: { tags: [CANARY, `${CANARY} unknown`] } }],
    [
      'everything a transfer can hold',
      { target: 'subset_transfer', selection: { query: '' }, policy: { include_trashed: true, all_revisions: true } },
    ],
  ])('a selection plan of %s [PLAN-NO-TEXT]', async (_, question) => {
    const answer = await api.post('/selection/plan', question);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json<{ documents: unknown[] }>().documents.length).toBeGreaterThan(0);
    expect(answer.text.toLowerCase()).not.toContain(CANARY);
  });
});
