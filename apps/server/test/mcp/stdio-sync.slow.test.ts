import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { invoke, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { describe, expect, it } from 'vitest';
import { cleanUp, type Program, run, serve, temporaryFolder } from '../support/binary.js';
import { asJson, type RpcBody, request } from './support.js';

cleanUp();

interface Synced {
  readonly folder: string;
  readonly dataDir: string;
  readonly settings: string[];
}

/** Makes a library that is alone in its group, and the folder through which it synchronises. */
async function syncedLibrary(): Promise<Synced> {
  const root = temporaryFolder();
  const [folder, dataDir] = [join(root, 'share'), join(root, 'data')];
  mkdirSync(folder);
  const settings = ['sync.target=directory', `sync.directory.path=${folder}`, 'mcp.sync_scope=control'];
  await withLibrary({ folder, dataDir, settings }, async (library) => {
    const context = { library, origin: 'rest', now: Date.now } as const;
    await invoke('initializeSync', context, { name: 'laptop' });
    await invoke('createDocument', context, { title: 'to be published' });
  });
  return { folder, dataDir, settings };
}

async function withLibrary<T>(
  { dataDir, settings }: Synced,
  work: (library: Awaited<ReturnType<typeof openLibrary>>) => T | Promise<T>,
): Promise<T> {
  const config = loadConfig({ dataDir, set: [...settings] }, {});
  const library = await openLibrary({ config, serviceVersion: '0.0.0-test', create: true });
  try {
    return await work(library);
  } finally {
    library.store.close();
  }
}

const start = ({ dataDir, settings }: Synced): Program =>
  run(['mcp', '--data-dir', dataDir, ...settings.flatMap((set) => ['--set', set])]);
const tell = (program: Program, name: string, args: object, id: string) =>
  void program.child.stdin.write(`${asJson(request('tools/call', { name, arguments: args }, id))}\n`);
const answers = ({ stdout }: Pick<Program, 'stdout'>) =>
  stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RpcBody]));

/** Calls a tool and waits for its result. */
async function call(program: Program, name: string, args: object, id: string) {
  tell(program, name, args, id);
  let answer: RpcBody | undefined;
  await expect
    .poll(() => (answer = answers(program).find((each) => each.id === id)), { timeout: 60_000 })
    .toBeDefined();
  return answer?.result.structuredContent;
}

const readJobState = (synced: Synced, id: string) =>
  withLibrary(synced, ({ store }) => store.read(({ jobs }) => jobs.get(id, Date.now())?.state));

const SESSION_WAITS_MS = 10_000;

describe('a sync started by an assistant over stdio [N-MCP-STDIO-SYNC]', () => {
  it('runs in the session when no service has the library open, and reports progress', async () => {
    const synced = await syncedLibrary();
    const program = start(synced);
    const { job_id, state } = await call(program, 'start_sync', {}, 'start');
    expect(state).toBe('queued');
    let asked = 0;
    const look = async () => (await call(program, 'get_job', { job_id }, `look ${++asked}`)).state;
    await expect.poll(look, { timeout: 60_000 }).toBe('succeeded');
    expect(readdirSync(synced.folder)).not.toEqual([]);
    program.child.stdin.end();
    expect(await program.ended).toMatchObject({ code: 0 });
  });

  it('finishes before the process ends with its input', async () => {
    const synced = await syncedLibrary();
    const program = start(synced);
    program.child.stdin.end(`${asJson(request('tools/call', { name: 'start_sync', arguments: {} }, 'start'))}\n`);
    const ended = await program.ended;
    expect(ended.code).toBe(0);
    const job_id: string = answers(ended)[0]?.result.structuredContent.job_id;
    // The job stays queued only on a machine slower than the session's wait.
    const expected = ended.ms < SESSION_WAITS_MS ? ['succeeded'] : ['succeeded', 'queued'];
    expect(expected).toContain(await readJobState(synced, job_id));
  });

  it('stays queued for another attempt when the folder is unavailable at the end of the input', async () => {
    const synced = await syncedLibrary();
    renameSync(synced.folder, `${synced.folder}-away`);
    const program = start(synced);
    const { job_id } = await call(program, 'start_sync', { max_attempts: 10 }, 'start');
    program.child.stdin.end();
    expect(await program.ended).toMatchObject({ code: 0 });
    expect(['queued', 'failed']).toContain(await readJobState(synced, job_id));
  });

  it('is left to the service that has the library open', async () => {
    const synced = await syncedLibrary();
    const service = serve(
      synced.dataDir,
      synced.settings.flatMap((set) => ['--set', set]),
    );
    const url = await service.ready();
    const program = start(synced);
    const { job_id } = await call(program, 'start_sync', {}, 'start');
    program.child.stdin.end();
    expect(await program.ended).toMatchObject({ code: 0 });
    const look = async () => ((await (await fetch(`${url}/api/v1/jobs/${job_id}`)).json()) as { state: string }).state;
    await expect.poll(look, { timeout: 60_000 }).toBe('succeeded');
  });
});
