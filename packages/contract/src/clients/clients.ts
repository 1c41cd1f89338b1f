import { commandLine, json, type Platform, toml, yaml } from './snippets.js';

/** Command with which a client starts the server itself. */
export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
}

/** Address at which a client reaches the running service. */
export interface HttpServer {
  readonly url: string;
}

/** An MCP client, and the form of its server configuration. */
export interface Client {
  readonly title: string;
  /** Location of the snippet, in words that follow “goes into”. */
  readonly location: (platform: Platform) => string;
  /** True when the snippet is a command to run, instead of a part of a file. */
  readonly isCommand?: true;
  readonly stdio: (server: StdioServer, platform: Platform) => string;
  /** Null when the client documents no form for an address. */
  readonly http: ((server: HttpServer, platform: Platform) => string) | null;
}

/** Name of the server in every configuration. */
const NAME = 'notes';

/** Returns a path below the home directory on every system. */
const toHomePath = (path: string) => (platform: Platform) =>
  platform === 'win32' ? `%USERPROFILE%\\${path.replaceAll('/', '\\')}` : `~/${path}`;

/** Returns a path below the home directory, with another one for Windows. */
const toHomePathOr = (path: string, windows: string) => (platform: Platform) =>
  platform === 'win32' ? windows : `~/${path}`;

const always = (words: string) => () => words;

/** Returns a writer of the object that most clients use, under the given key. */
const writerForKey = (key: string) => (server: object) => json({ [key]: { [NAME]: server } });
const mcpServers = writerForKey('mcpServers');

const claude = (transport: string, last: readonly string[], platform: Platform) =>
  commandLine(['claude', 'mcp', 'add', '--transport', transport, '--scope', 'user', NAME, ...last], platform);

/** Configuration of each client as documented. A client without a documented form is omitted. */
export const clients = {
  'claude-code': {
    title: 'Claude Code',
    location: always('a terminal'),
    isCommand: true,
    stdio: ({ command, args }, platform) => claude('stdio', ['--', command, ...args], platform),
    http: ({ url }, platform) => claude('http', [url], platform),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    location: (platform) =>
      platform === 'darwin'
        ? '~/Library/Application Support/Claude/claude_desktop_config.json'
        : toHomePathOr(
            '.config/Claude/claude_desktop_config.json',
            '%APPDATA%\\Claude\\claude_desktop_config.json',
          )(platform),
    stdio: mcpServers,
    http: null,
  },
  cline: {
    title: 'Cline',
    location: (platform) =>
      `${toHomePath('.cline/data/settings/cline_mcp_settings.json')(platform)}, or, in an editor, the file that MCP Servers, Configure opens`,
    stdio: mcpServers,
    http: (server) => mcpServers({ type: 'streamableHttp', ...server }),
  },
  codex: {
    title: 'Codex',
    location: toHomePath('.codex/config.toml'),
    stdio: ({ command, args }) => toml(`mcp_servers.${NAME}`, { command, args }),
    http: ({ url }) => toml(`mcp_servers.${NAME}`, { url }),
  },
  continue: {
    title: 'Continue',
    location: toHomePath('.continue/config.yaml'),
    stdio: ({ command, args }) => continueEntry({ type: 'stdio', command, args }),
    http: ({ url }) => continueEntry({ type: 'streamable-http', url }),
  },
  cursor: {
    title: 'Cursor',
    location: toHomePath('.cursor/mcp.json'),
    stdio: mcpServers,
    http: mcpServers,
  },
  'devin-desktop': {
    title: 'Devin Desktop (formerly Windsurf)',
    location: toHomePathOr('.config/devin/mcp_config.json', '%APPDATA%\\devin\\mcp_config.json'),
    stdio: mcpServers,
    http: mcpServers,
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    location: toHomePath('.gemini/settings.json'),
    stdio: mcpServers,
    http: ({ url }) => mcpServers({ httpUrl: url }),
  },
  goose: {
    title: 'goose',
    location: toHomePathOr('.config/goose/config.yaml', '%APPDATA%\\Block\\goose\\config\\config.yaml'),
    stdio: ({ command, args }) => gooseExtension({ type: 'stdio', cmd: command, args }),
    http: ({ url }) => gooseExtension({ type: 'streamable_http', uri: url }),
  },
  jetbrains: {
    title: 'JetBrains AI Assistant',
    location: always('Settings | Tools | AI Assistant | Model Context Protocol (MCP), Add, as JSON'),
    stdio: mcpServers,
    http: null,
  },
  json: {
    title: 'Any client that reads mcpServers',
    location: always('the configuration file of your client'),
    stdio: mcpServers,
    http: (server) => mcpServers({ type: 'http', ...server }),
  },
  opencode: {
    title: 'opencode',
    location: toHomePath('.config/opencode/opencode.json'),
    stdio: ({ command, args }) => writerForKey('mcp')({ type: 'local', command: [command, ...args], enabled: true }),
    http: (server) => writerForKey('mcp')({ type: 'remote', ...server, enabled: true }),
  },
  vscode: {
    title: 'VS Code',
    location: always('the file that the command “MCP: Open User Configuration” opens, or .vscode/mcp.json of a folder'),
    stdio: (server) => writerForKey('servers')({ type: 'stdio', ...server }),
    http: (server) => writerForKey('servers')({ type: 'http', ...server }),
  },
  windsurf: {
    title: 'Windsurf (before Devin Desktop)',
    location: toHomePath('.codeium/windsurf/mcp_config.json'),
    stdio: mcpServers,
    http: ({ url }) => mcpServers({ serverUrl: url }),
  },
  zed: {
    title: 'Zed',
    location: toHomePathOr('.config/zed/settings.json', '%APPDATA%\\Zed\\settings.json'),
    stdio: (server) => writerForKey('context_servers')({ ...server, env: {} }),
    http: writerForKey('context_servers'),
  },
} as const satisfies Readonly<Record<string, Client>>;

export type ClientName = keyof typeof clients;
export const clientNames = Object.keys(clients) as [ClientName, ...ClientName[]];

function continueEntry(fields: Parameters<typeof yaml>[0]): string {
  return `mcpServers:\n  - name: ${NAME}\n${yaml(fields)}`;
}

function gooseExtension(fields: Parameters<typeof yaml>[0]): string {
  return `extensions:\n  ${NAME}:\n${yaml({ name: NAME, ...fields, enabled: true, timeout: 300 })}`;
}
