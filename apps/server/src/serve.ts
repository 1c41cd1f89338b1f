import { effectiveMcpScope, type LoadedConfig } from '@notes/operations/config';
import { createLog } from './log.js';
import { type RunningService, startService } from './service.js';

/** Runs the service until a signal stops it; prints the one ready line once requests are answered. */
export async function serve(config: LoadedConfig): Promise<void> {
  process.umask(0o077);
  const log = await createLog(config.values);
  for (const warning of effectiveMcpScope(config.values).warnings) log.warn(warning);
  const service = await startService(config, log);
  process.stdout.write(`listening on ${service.url}\n`);
  stopOnSignal(service);
}

function stopOnSignal(service: RunningService): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    void service.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}
