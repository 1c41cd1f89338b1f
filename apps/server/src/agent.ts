import { type Library, openLibrary, SessionJobs, StorageError, startPolling } from '@notes/operations';
import { effectiveMcpScope, type LoadedConfig } from '@notes/operations/config';
import { createLog } from './log.js';
import { createMcp } from './mcp/server.js';
import { talkOverStdio } from './mcp/stdio.js';
import { DRAIN_TIMEOUT_MS } from './service.js';
import { waitForSignal } from './signals.js';
import { version } from './version.js';

/**
 * Serves one agent on standard input and output, directly on the library and concurrently with a service that has it
 * open. Ends the process when the input ends or a signal comes. A sync that the agent starts is run by the service or,
 * without one, by this process.
 *
 * @throws errors of opening the library
 */
export async function serveAgent(config: LoadedConfig): Promise<void> {
  process.umask(0o077);
  const log = await createLog(config.values);
  for (const warning of effectiveMcpScope(config.values).warnings) log.warn(warning);
  const stop = new AbortController();
  void waitForSignal().then(() => stop.abort());
  const library = await openOrCreateLibrary(config);
  const onError = (error: unknown) => log.error({ err: error }, 'looking for writes of other processes failed');
  const stopPolling = startPolling({ library, onError });
  const jobs = new SessionJobs({
    ...{ library, config },
    onError: (error) => log.error({ err: error }, 'job scheduling failed'),
    onFailure: (job, fault) => log.error({ job, err: fault }, 'job failed'),
  });
  await talkOverStdio(createMcp({ library, log, door: 'stdio', jobQueued: (id) => jobs.add(id) }), {
    input: process.stdin,
    output: process.stdout,
    maxLineBytes: config.values['server.max_json_bytes'],
    stopped: stop.signal,
    drainMs: DRAIN_TIMEOUT_MS,
  });
  await jobs.finish(DRAIN_TIMEOUT_MS, stop.signal);
  stopPolling();
  library.store.close();
  process.exit(0);
}

async function openOrCreateLibrary(config: LoadedConfig): Promise<Library> {
  const open = (create: boolean) => openLibrary({ config, serviceVersion: version, create });
  return open(false).catch((error: unknown) => {
    if (error instanceof StorageError && error.reason === 'missing') return open(true);
    throw error;
  });
}
