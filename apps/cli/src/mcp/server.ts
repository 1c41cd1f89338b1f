import type { McpScope } from '@notes/contract';
import type { HttpServer, Platform, StdioServer } from '@notes/contract/clients';
import type { Surroundings } from '../presentation.js';
import { getServiceUrl } from '../service-url.js';

const PROGRAM = 'notes-server';

/** Flags of the server that name a library, with the corresponding settings. */
const LIBRARY_FLAGS = [
  { flag: '--profile', global: 'profile', variable: 'NOTES_PROFILE', value: 'profile' },
  { flag: '--data-dir', global: 'dataDir', variable: 'NOTES_DATA_DIR', value: 'dataDir' },
  { flag: '--config', global: 'config', variable: 'NOTES_CONFIG', value: 'configPath' },
] as const;

/**
 * Returns the command that serves this library over standard input and output. A client runs it in a folder and an
 * environment of its own, so the library is given explicitly, with absolute paths.
 */
export function stdioServer(
  { config, globals, env }: Surroundings,
  scope: McpScope | undefined,
  platform: Platform,
): StdioServer {
  const places = LIBRARY_FLAGS.filter(({ global, variable }) => (globals[global] ?? env[variable]) !== undefined);
  const args = [
    'mcp',
    ...places.flatMap(({ flag, value }) => [flag, config[value]]),
    ...(scope === undefined ? [] : ['--scope', scope]),
  ];
  // npm installs a `.cmd` file there, which cannot be started directly.
  return platform === 'win32' ? { command: 'cmd', args: ['/c', PROGRAM, ...args] } : { command: PROGRAM, args };
}

/**
 * Returns the address at which a client reaches the service of this configuration.
 *
 * @throws UsageError when the port is not fixed
 */
export const httpServer = ({ config }: Surroundings): HttpServer => ({ url: `${getServiceUrl(config)}/mcp` });
