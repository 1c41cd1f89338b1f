import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../behaviour/support.js';
import { agentVerdict, askRest, call, type Fields, restVerdict, succeed, type Verdict, WIDEST } from './agent.js';
import { faultsOfArguments } from './argument-faults.js';
import { exceptions } from './exceptions.js';
import { type Fault, faultsOfNotes } from './note-faults.js';
import { makeScene, type Scene } from './scene.js';
import { errorIn } from './support.js';

const api = useService(WIDEST);
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(api, 1);
});

async function verdicts(tool: Fault['tool'], args: Fields): Promise<{ rest: Verdict; agent: Verdict }> {
  const rest = restVerdict(await askRest(api, tool, args));
  return { rest, agent: agentVerdict(await call(api, tool, args)) };
}

describe('the same fault over REST and by an MCP tool', () => {
  it.each([...faultsOfNotes, ...faultsOfArguments])(
    'has the same code and changes nothing: $tool, $what, $code [N-MCP-PARITY]',
    async ({ tool, args, code }) => {
      await api.expectUnchanged(async () => {
        expect(await verdicts(tool, args(scene))).toEqual({ rest: code, agent: code });
      });
    },
  );

  it('names the same current revision [N-MCP-PARITY]', async () => {
    const args = { document_id: scene.note.id, base_revision_id: scene.stale };
    const answer = await askRest(api, 'delete_note', args);
    const error = errorIn(await call(api, 'delete_note', args));
    expect(answer.headers.etag).toBe(`"${error.current_revision_id}"`);
    expect(error.current_revision_id).toBe(scene.note.current_revision_id);
  });
});

describe('a fault with another code over MCP', () => {
  it.each(exceptions)('has a documented reason: $why [N-MCP-PARITY]', async ({ calls, rest, agent }) => {
    await api.expectUnchanged(async () => {
      for (const { tool, args } of calls)
        expect({ tool, ...(await verdicts(tool, args(scene))) }).toEqual({ tool, rest, agent });
    });
  });

  it('does not apply to search, where only the user finds notes in Trash [N-MCP-PARITY]', async () => {
    const query = `is:trashed ${scene.word}*`;
    expect((await api.search(query)).results).toHaveLength(1);
    expect(await succeed(api, 'search_documents', { query })).toEqual({ results: [] });
  });

  it('does not apply to a request key reused for another request [N-MCP-PARITY]', async () => {
    const batch = { operation: 'add_tags', tags: ['t'], items: [{ document_id: scene.note.id }], request_key: 'once' };
    await succeed(api, 'run_batch', batch);
    const other = { ...batch, tags: ['other'] };
    expect(await verdicts('run_batch', other)).toEqual({ rest: 'validation_failed', agent: 'validation_failed' });
  });
});
