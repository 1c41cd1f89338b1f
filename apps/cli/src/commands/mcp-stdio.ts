import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { mcpScopes } from '@notes/contract';
import type { StdioServer } from '@notes/contract/clients';
import { z } from 'zod';
import { UsageError } from '../failures.js';
import { stdioServer } from '../mcp/server.js';
import type { OwnCommand, Surroundings } from '../presentation.js';

const input = z.strictObject({
  scope: z.enum(mcpScopes).optional().describe('Offer the tools of this scope. Overrides mcp.default_scope.'),
});

interface ServerExit {
  readonly exit: number;
}

/** `notes mcp stdio`: standard output carries the protocol and nothing else. */
export const mcpStdio: OwnCommand<ServerExit> = {
  summary: 'Serve one assistant over MCP on standard input and output: runs notes-server mcp on this library.',
  input,
  cli: { command: 'mcp stdio', examples: ['notes mcp stdio', 'notes --profile work mcp stdio --scope editor'] },
  withoutLibrary: serveAssistant,
  render: { table: () => {} },
  exitCode: ({ exit }) => exit,
};

async function serveAssistant(
  surroundings: Surroundings,
  values: Readonly<Record<string, unknown>>,
): Promise<ServerExit> {
  const { json, output = 'table' } = surroundings.globals;
  if (json === true || output !== 'table')
    throw new UsageError('Standard output of mcp stdio contains only MCP messages. Leave out --json and --output');
  const { platform } = process;
  const server = stdioServer(surroundings, input.parse(values).scope, platform);
  return { exit: await runServer(findServer(server)) };
}

/**
 * Path of the server script, relative to the bundle of this command: the packages lie side by side, installed and in a
 * checkout.
 */
const SERVER = '../../../server/dist/bundle/notes-server.js';

/** Returns the command of the server in this installation; falls back to the one on the search path. */
function findServer(server: StdioServer): StdioServer {
  const script = fileURLToPath(new URL(SERVER, import.meta.url));
  if (!existsSync(script)) return server;
  return { command: process.execPath, args: [script, ...server.args.slice(server.args.indexOf('mcp'))] };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the server on the streams of this process, and forwards signals to it. */
function runServer({ command, args }: StdioServer): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', windowsHide: true });
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, passOn);
    const release = () => {
      for (const signal of SIGNALS) process.off(signal, passOn);
    };
    child.once('error', (cause: NodeJS.ErrnoException) => {
      release();
      const advice =
        'Run npm install --global @notes/server, or configure the assistant with the full path of notes-server';
      reject(new UsageError(`notes-server cannot be started (${cause.code ?? cause.message}). ${advice}`, { cause }));
    });
    child.once('close', (code, signal) => {
      release();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
