import { effectiveMcpScope, type LoadedConfig } from '@notes/operations/config';
import { createLog } from './log.js';
import { startService } from './service.js';
import { waitForSignal } from './signals.js';

/** Time without a start's work after which its code is stored, in milliseconds. */
const KEEP_CODE_AFTER_MS = 2_000;

/**
 * Runs the service until a signal stops it, then ends the process; prints its address once requests are answered.
 *
 * @param keepCode - stores the compiled code of this start for later ones
 * @throws errors of starting the service
 */
export async function serve(config: LoadedConfig, keepCode: () => void): Promise<void> {
  process.umask(0o077);
  const log = await createLog(config.values);
  for (const warning of effectiveMcpScope(config.values).warnings) log.warn(warning);
  const stopAsked = waitForSignal();
  const service = await startService(config, log);
  process.stdout.write(`listening on ${service.url}\n`);
  if (service.peerUrl !== null) process.stdout.write(`peers connect to ${service.peerUrl}\n`);
  setTimeout(keepCode, KEEP_CODE_AFTER_MS).unref();
  await stopAsked;
  await service.stop().catch((error: unknown) => {
    log.fatal({ err: error }, 'service did not stop cleanly');
    process.exit(1);
  });
  process.exit(0);
}
