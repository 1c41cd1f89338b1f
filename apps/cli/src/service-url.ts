import { type LoadedConfig, parseListenAddress } from '@notes/operations/config';
import { UsageError } from './failures.js';

/**
 * The address of the service of this configuration, without a slash at its end.
 *
 * @throws UsageError when it takes any free port
 */
export function serviceUrl({ values }: LoadedConfig): string {
  const { host, port } = parseListenAddress(values['server.listen_addr']);
  if (port === 0) throw new UsageError('server.listen_addr has port 0, any free one: give it one that stays');
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
