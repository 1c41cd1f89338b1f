import { type LoadedConfig, parseListenAddress } from '@notes/operations/config';
import { UsageError } from './failures.js';

/**
 * Returns the address of the service of this configuration, without a trailing slash.
 *
 * @throws UsageError when the port is not fixed
 */
export function getServiceUrl({ values }: LoadedConfig): string {
  const { host, port } = parseListenAddress(values['server.listen_addr']);
  if (port === 0)
    throw new UsageError('server.listen_addr has port 0, which is another port at every start. Set a fixed port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
