import {
  type ErrorCode,
  errorCodes,
  idPrefixes,
  type Operation,
  type OperationName,
  pathParameters,
} from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { isOfDevices } from '../support/world.js';
import type { Answer } from './answer.js';
import { addJob } from './jobs.js';
import { routes, sample, send } from './samples.js';
import { expectRefused, useService } from './support.js';

const api = useService();
const NONE = '0'.repeat(26);
const fixed = ['createCollection', 'updateCollection'];
/** Routes under test, without those of several devices, which a single library can hardly exercise. */
const alone = routes.filter(({ name }) => !isOfDevices(name));

/** Returns the same input with ids that do not exist. */
function elsewhere(row: Operation, path: string, input: Record<string, unknown>): Record<string, unknown> {
  const kinds = Object.entries(idPrefixes).map(([kind, prefix]) => [`${kind}_id`, `${prefix}_${NONE}`]);
  const missing: Record<string, string> = { ...Object.fromEntries(kinds), collection_id: 'other' };
  const asked = pathParameters(path).filter((name) => name in missing);
  const { word, input: confirmed } = row.confirmation ?? {};
  return {
    ...input,
    ...Object.fromEntries(asked.map((name) => [name, missing[name]])),
    ...(confirmed !== undefined && { confirmation: `${word}:${missing[confirmed]}` }),
  };
}

/** Requests that cause codes which not every route produces in the same way. */
const particular: { [Name in OperationName]?: { [Code in ErrorCode]?: () => Promise<Answer> } } = {
  createDocument: { not_found: () => api.post('/documents', { title: 'x', notebook_id: `nb_${NONE}` }) },
  createNotebook: {
    not_found: () => api.post('/notebooks', { name: 'x', parent_notebook_id: `nb_${NONE}` }),
    name_conflict: () => api.post('/notebooks', { name: 'NOTES' }),
  },
  updateNotebook: {
    name_conflict: async () => api.patch(`/notebooks/${(await api.notebook('Taken')).notebook_id}`, { name: 'HELP' }),
  },
  createSearchNotebook: { name_conflict: () => api.post('/search-notebooks', { name: 'TRASH', query: '' }) },
  checkLinks: { not_found: () => api.post('/links/check', { body: '', document_id: `doc_${NONE}` }) },
  listTasks: { not_found: () => api.get(`/tasks?document_id=doc_${NONE}`) },
  getGraph: { not_found: () => api.post('/graph', { roots: [`doc_${NONE}`] }) },
  findGraphPath: {
    not_found: async () => api.post('/graph/path', { from: (await api.note()).id, to: `doc_${NONE}` }),
  },
  getResourceContent: {
    range_not_satisfiable: async () => {
      const { id } = await api.resource(Buffer.from('bytes'));
      return api.get(`/resources/${id}/content`, { Range: 'bytes=5-' });
    },
  },
  retryJob: { conflict: async () => api.post(`/jobs/${await addJob(api)}/retry`) },
  resetJob: { conflict: async () => api.post(`/jobs/${await addJob(api)}/reset`) },
  renameTag: { not_found: () => api.post('/tags/rename', { from: 'no such tag', to: 'x' }) },
  deleteResource: {
    conflict: async () => {
      const { id, uri } = await api.resource(Buffer.from('bytes'));
      await api.note({ body: `![](${uri})` });
      return api.delete(`/resources/${id}`, undefined, { 'X-Service-Confirmation': `delete-resource:${id}` });
    },
  },
  detachResource: {
    conflict: async () => {
      const { id, uri } = await api.resource(Buffer.from('bytes'));
      return api.delete(`/documents/${(await api.note({ body: `![](${uri})` })).id}/resources/${id}`);
    },
  },
  editDocument: {
    conflict: async () => {
      const { id, current_revision_id: base_revision_id } = await api.note({ body: 'aa' });
      return api.patch(`/documents/${id}`, { base_revision_id, edits: [{ search: 'a', replace: 'b' }] });
    },
  },
};

describe.each(alone)('$name', ({ name, row, http }) => {
  const provoke: { [Code in ErrorCode]?: () => Promise<Answer> } = {
    not_found: async () => send(api, http, elsewhere(row, http.path, await sample(api, name))),
    cursor_invalid: async () => send(api, http, { ...(await sample(api, name)), cursor: 'x' }),
    revision_conflict: async () => send(api, http, { ...(await sample(api, name)), base_revision_id: `rev_${NONE}` }),
    precondition_required: async () => {
      const { base_revision_id: _, confirmation: __, ...rest } = await sample(api, name);
      return send(api, http, rest);
    },
    ...particular[name],
  };

  it('succeeds with a valid request [E-WALK]', async () => {
    const answer = await send(api, http, await sample(api, name));
    if (fixed.includes(name)) expectRefused(answer, 'forbidden');
    else expect(answer.status).toBe(http.status ?? 200);
  });

  it('can fail with each documented error code [E-DOCUMENTED]', async () => {
    for (const code of row.errors) {
      const message = expectRefused(await (provoke[code] as () => Promise<Answer>)(), code);
      if (code === 'not_found') expect(message).toMatch(/"(\w+_0{26}|no such tag|other)".*\. Check /);
    }
  });
});

describe.each(routes)('$name', ({ name, http }) => {
  it('rejects an unknown field by name and changes nothing [E-UNKNOWN-FIELD]', async () => {
    const input = await sample(api, name);
    await api.expectUnchanged(async () => {
      const message = expectRefused(await send(api, http, { ...input, dry_rum: true }), 'validation_failed');
      expect(message).toMatch(/^Unknown field: dry_rum\. (The fields are \w+|Send no fields$)/);
      if (http.method === 'get') return;
      const path = http.path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(input[field])));
      expect(
        expectRefused(await api.ask(http.method.toUpperCase(), `${path}?dry_rum=1`), 'validation_failed'),
      ).toContain('dry_rum');
    });
  });

  it('answers 404 to malformed ids [E-MALFORMED-ID]', async () => {
    const ids = pathParameters(http.path).filter((field) => field.endsWith('_id'));
    const input = await sample(api, name);
    for (const field of ids) {
      for (const bad of ['x', `doc-${NONE}`, `zzz_${NONE}`, 'a/b', '%00', 'é', '\u0000', ' '])
        expectRefused(await send(api, http, { ...input, [field]: bad }), 'not_found');
    }
  });
});

it('every error code has one status, and every error the same envelope [E-ENVELOPE]', async () => {
  const answer = await api.get(`/documents/doc_${NONE}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  expect(answer.json()).toEqual({ error: { code: 'not_found', message: expect.any(String) } });
  const given = {
    validation_failed: 400,
    cursor_invalid: 400,
    unauthorized: 401,
    forbidden: 403,
    not_enrolled: 403,
    browser_context_refused: 403,
    not_found: 404,
    sync_disabled: 404,
    web_ui_not_built: 404,
    revision_conflict: 409,
    conflict: 409,
    name_conflict: 409,
    body_too_large: 413,
    precondition_required: 428,
    rate_limited: 429,
  };
  for (const [code, status] of Object.entries(given)) expect(errorCodes[code as ErrorCode].http, code).toBe(status);
});
