import type { ConfigValues } from '@notes/contract';
import { type Logger, pino } from 'pino';

/**
 * Creates the service's log on standard error: readable on a terminal, JSON lines elsewhere. It never contains note
 * text.
 */
export async function createLog(config: Pick<ConfigValues, 'log.level' | 'log.format'>): Promise<Logger> {
  const level = config['log.level'];
  const format = config['log.format'];
  if (format === 'pretty' || (format === 'auto' && process.stderr.isTTY)) {
    const { default: pretty } = await import('pino-pretty');
    return pino({ level, base: null }, pretty({ destination: 2, sync: true, ignore: 'pid,hostname' }));
  }
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
}
