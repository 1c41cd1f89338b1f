import { type ConfigKeyName, type ConfigValues, ServiceError } from '@notes/contract';
import { ConfigError, writeSetting } from '../../platform/config/index.js';
import type { Library } from '../../platform/context.js';
import type { ServiceAddress } from './sync-target.js';

/** Returns the settings of a service as sync target. */
export const toPeerSettings = ({ baseUrl, certificateSha256 }: ServiceAddress) =>
  ({
    'sync.rest_peer.base_url': baseUrl,
    'sync.rest_peer.tls_cert_sha256': certificateSha256 ?? '',
    'sync.target': 'rest',
  }) as const satisfies Partial<ConfigValues>;

/**
 * Writes text settings to the settings file of this profile. They apply after a restart.
 *
 * @throws ServiceError `storage_unavailable` when the file cannot be written
 */
export function storeSettings(
  { configPath }: Pick<Library, 'configPath'>,
  settings: Partial<Record<ConfigKeyName, string>>,
): void {
  try {
    for (const [key, value] of Object.entries(settings)) writeSetting(configPath, key as ConfigKeyName, value);
  } catch (error) {
    if (error instanceof ConfigError || (error as NodeJS.ErrnoException).code !== undefined)
      throw new ServiceError(
        'storage_unavailable',
        `The settings file cannot be written: ${(error as Error).message}`,
        {
          cause: error,
        },
      );
    throw error;
  }
}
