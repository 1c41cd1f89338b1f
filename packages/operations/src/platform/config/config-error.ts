/** Error of a setting that keeps the service from starting. The message names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
