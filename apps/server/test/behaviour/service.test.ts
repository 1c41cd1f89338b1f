import type { Output } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { expectRefused, useService } from './support.js';

const api = useService();
type Status = Output<'getStatus'>;
const status = async () => (await api.get('/status')).json<Status>();

describe('GET /status', () => {
  it('reports version, profile, paths and state [ST-FIELDS]', async () => {
    const found = await status();
    expect(found).toMatchObject({
      service: { name: 'notes', version: '0.0.0-test' },
      profile: 'default',
      schema: { version: api.library.store.schemaVersion },
      storage: { state: 'ok' },
      database_info: {
        database_id: expect.stringMatching(/^db_[0-9a-hjkmnp-tv-z]{26}$/),
        replica_id: expect.stringMatching(/^rep_[0-9a-hjkmnp-tv-z]{26}$/),
      },
      mcp: { scope: 'read-only', sync_scope: 'disabled' },
    });
    expect(found.schema.version).toBeGreaterThanOrEqual(12);
    expect(found.paths.database.startsWith(found.paths.data_dir)).toBe(true);
    expect(found.capabilities).toEqual(
      expect.arrayContaining(['search.builtin', 'archive.v2', 'import.evernote', 'export.html', 'sync.v1']),
    );
  });

  it('reports no search sidecar [ST-SIDECAR]', async () => {
    expect((await status()).search_sidecar).toEqual({
      state: 'off',
      pending_jobs: 0,
      retrying_jobs: 0,
      failed_jobs: 0,
      last_sync_at: null,
      last_index_at: null,
      last_reconciliation_at: null,
      missing: 0,
      stale: 0,
      orphaned: 0,
      repaired: 0,
      last_error: null,
    });
  });

  it('counts notes, revisions, notebooks, tags, saved searches and attachments [ST-COUNTS]', async () => {
    const { counts: before } = (await status()).database_info;
    const note = await api.note({ tags: ['one', 'two'] });
    await api.put(`/documents/${note.id}`, { title: 'x', body: 'y', base_revision_id: note.current_revision_id });
    await api.createTrashed();
    const { uri } = await api.resource(Buffer.from('counted'));
    await api.note({ body: `![](${uri})` });
    await api.notebook('Counted');
    await api.post('/search-notebooks', { name: 'Counted', query: 'x' });
    expect((await status()).database_info.counts).toEqual({
      documents: before.documents + 2,
      unparsed_documents: before.unparsed_documents,
      trashed_documents: before.trashed_documents + 1,
      revisions: before.revisions + 4,
      notebooks: before.notebooks + 1,
      search_notebooks: before.search_notebooks + 1,
      tags: before.tags + 2,
      resources: before.resources + 1,
      document_resources: before.document_resources + 1,
    });
  });

  it('has a change counter that grows with writes only [ST-COUNTER]', async () => {
    const grows = async <T>(work: () => Promise<T>): Promise<T> => {
      const before = await api.counter();
      const result = await work();
      expect(await api.counter()).toBeGreaterThan(before);
      return result;
    };
    const note = await grows(() => api.note({ body: 'x' }));
    const path = `/documents/${note.id}`;
    await grows(() => api.post(`${path}/append`, { text: 'y' }));
    await grows(() => api.post(`${path}/tags/t`));
    const { notebook_id } = await grows(() => api.notebook('Grows'));
    await grows(() => api.patch(`/notebooks/${notebook_id}`, { icon_emoji: '🌱' }));
    await grows(() => api.post(`${path}/notebook`, { notebook_id }));
    await grows(() => api.delete(`${path}/tags/t`));
    await grows(() => api.delete(`/notebooks/${notebook_id}`));
    await grows(() => api.post(`/trash/${note.id}/restore`));
    await grows(async () => api.trash(await api.read(note.id)));
    await grows(() => api.purge(note.id));
    const saved = await grows(() => api.post('/search-notebooks', { name: 'Grows', query: 'x' }));
    const { search_notebook_id } = saved.json<{ search_notebook_id: string }>();
    await grows(() => api.delete(`/search-notebooks/${search_notebook_id}`));
    await api.expectUnchanged(async () => {
      for (const read of [
        '/status',
        '/notebooks',
        '/notebooks/tree',
        '/tags',
        '/trash',
        '/search?q=x',
        '/search-notebooks',
        '/collections',
      ])
        expect((await api.get(read)).status).toBe(200);
    });
  });
});

describe('collections', () => {
  it('consist of the fixed collection default [C-ONE] [C-FIXED]', async () => {
    const collection = { collection_id: 'default', name: expect.any(String) };
    expect((await api.get('/collections')).json()).toEqual({ collections: [collection] });
    expect((await api.get('/collections/default')).json()).toEqual(collection);
    expectRefused(await api.get('/collections/other'), 'not_found');
    await api.expectUnchanged(async () => {
      for (const fields of [{ name: 'Mine' }, { collection_id: 'mine', name: 'Mine' }, {}, undefined])
        expectRefused(await api.post('/collections', fields), 'forbidden');
      expectRefused(await api.patch('/collections/default', { name: 'Mine' }), 'forbidden');
    });
  });
});

describe('the service', () => {
  it('answers ok to /healthz, and web_ui_not_built to / without web assets [A-HEALTH] [A-WEB-UI]', async () => {
    const alive = await api.ask('GET', '/healthz');
    expect([alive.status, alive.text, alive.headers['content-type']]).toEqual([200, 'ok', 'text/plain; charset=utf-8']);
    expectRefused(await api.ask('GET', '/'), 'web_ui_not_built');
  });

  it('requires no credential and ignores any that is sent [A-OPEN]', async () => {
    const { id } = await api.note();
    const peer = `Service-Sync-v1 replica="rep_x", key="k", ts="1", nonce="${'0'.repeat(32)}", sig="AAAA"`;
    const plain = await api.get(`/documents/${id}`);
    for (const Authorization of [peer, 'Bearer x', 'Basic eDp5', 'x'.repeat(8_000)]) {
      const answer = await api.get(`/documents/${id}`, { Authorization });
      expect([answer.status, answer.text]).toEqual([plain.status, plain.text]);
    }
  });
});
