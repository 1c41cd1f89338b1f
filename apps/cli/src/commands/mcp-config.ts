import { type McpScope, mcpScopes } from '@notes/contract';
import {
  type Client,
  type ClientName,
  clientNames,
  clients,
  type HttpServer,
  type StdioServer,
} from '@notes/contract/clients';
import { effectiveMcpScope } from '@notes/operations/config';
import { z } from 'zod';
import { UsageError } from '../failures.js';
import { httpServer, stdioServer } from '../mcp/server.js';
import type { Output } from '../output.js';
import type { OwnCommand, Surroundings } from '../presentation.js';

const input = z.strictObject({
  client: z.enum(clientNames).describe('Program to configure; json for a program that is not listed.'),
  http: z.boolean().default(false).describe('Connect to the running service instead of starting a server.'),
  scope: z.enum(mcpScopes).optional().describe('Offer the tools of this scope. Overrides mcp.default_scope.'),
});

interface ClientConfig {
  readonly client: ClientName;
  readonly server: StdioServer | HttpServer;
  readonly goes_into: string;
  readonly snippet: string;
  readonly hints: readonly string[];
}

/** `notes mcp config` */
export const mcpConfig: OwnCommand<ClientConfig> = {
  summary: 'Print the configuration that connects an assistant to this library.',
  input,
  cli: {
    command: 'mcp config',
    positional: ['client'],
    examples: [
      'notes mcp config claude-code',
      'notes mcp config cursor --scope editor',
      'notes mcp config vscode --http',
      'notes mcp config codex -q >> ~/.codex/config.toml',
    ],
  },
  withoutLibrary: async (surroundings, values) => createClientConfig(surroundings, input.parse(values)),
  render: { table: show },
};

type ServerConfig = Pick<ClientConfig, 'server' | 'snippet' | 'hints'>;

function createClientConfig(surroundings: Surroundings, { client, http, scope }: z.output<typeof input>): ClientConfig {
  const known: Client = clients[client];
  const configuration = http
    ? configureHttp(known, client, surroundings, scope)
    : configureStdio(known, surroundings, scope);
  return { client, goes_into: known.location(process.platform), ...configuration };
}

function configureStdio({ stdio }: Client, surroundings: Surroundings, scope: McpScope | undefined): ServerConfig {
  const { platform } = process;
  const server = stdioServer(surroundings, scope, platform);
  const hints = [
    formatScopeHint(surroundings, scope),
    'If the client does not find notes-server, write its full path.',
  ];
  return { server, snippet: stdio(server, platform), hints };
}

function configureHttp(
  { http }: Client,
  name: string,
  surroundings: Surroundings,
  scope: McpScope | undefined,
): ServerConfig {
  if (http === null)
    throw new UsageError(`--http: ${name} starts a command and cannot use an address. Leave out --http`);
  const server = httpServer(surroundings);
  const hints = [
    'notes-server must run at this address, which is server.listen_addr of this configuration.',
    'The setting mcp.default_scope of the service determines which tools it offers.',
  ];
  if (scope !== undefined)
    hints.push(`--scope has no effect with --http. Set mcp.default_scope to ${scope} and restart the service.`);
  return { server, snippet: http(server, process.platform), hints };
}

function formatScopeHint({ config }: Surroundings, given: McpScope | undefined): string {
  const { scope } = effectiveMcpScope({ ...config.values, ...(given && { 'mcp.default_scope': given }) });
  return `The server offers the tools of scope ${scope}. To list them: notes mcp tools --scope ${scope}`;
}

function show({ client, goes_into, snippet, hints }: ClientConfig, out: Output): void {
  const { title, isCommand }: Client = clients[client];
  out.notice(`${title}: ${isCommand ? 'run this in' : 'put this into'} ${goes_into}`);
  out.line(snippet);
  for (const hint of hints) out.notice(hint);
}
