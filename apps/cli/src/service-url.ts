import { type LoadedConfig, readListenAddress } from '@notes/operations/config';
import { UsageError } from './failures.js';

/**
 * Returns the address of the service of this configuration, without a trailing slash.
 *
 * @throws UsageError when the port is not fixed
 */
export function getServiceUrl(config: LoadedConfig): string {
  const { host, port, setting } = readListenAddress(config);
  if (port === 0) throw new UsageError(`${setting} has port 0, which is another port at every start. Set a fixed port`);
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
