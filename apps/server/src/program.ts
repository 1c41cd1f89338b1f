import { mcpScopes } from '@notes/contract';
import { ConfigError, explainOldNode, formatUsageError, loadConfig } from '@notes/operations/config';
import { Command, CommanderError, Option } from 'commander';
import { addAdministration } from './administration.js';
import { addConfigFlags, addHiddenConfigFlags, addListenFlag, readFlags } from './flags.js';
import { version } from './version.js';

const USAGE_ERROR = 2;
/** Code of commander for a command without its subcommand: the help on standard error is the whole answer. */
const HELP_SHOWN = 'commander.help';

/**
 * Runs the `notes-server` command. Sets the exit code and never throws.
 *
 * @param keepCode - stores the compiled code of this start for later ones
 */
export async function runProgram(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  keepCode: () => void = () => {},
): Promise<void> {
  let isServing = false;
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // A closed pipe (`notes-server openapi | head`) is not a fault, and a service does not stop for its first line.
    if (code === 'EPIPE' || isServing) return;
    process.stderr.write(`notes-server: The output cannot be written (${code})\n`);
    process.exitCode = 1;
  });
  const refusal = explainOldNode(process.versions.node);
  if (refusal !== undefined) {
    process.stderr.write(`notes-server: ${refusal}\n`);
    process.exitCode = 1;
    return;
  }
  const program = addHiddenConfigFlags(new Command('notes-server'))
    .description('Serves a library of Markdown notes on this machine: over REST, and to AI assistants over MCP.')
    .version(version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Show the help of the command.')
    .helpCommand('help [command]', 'Show the help of a command.')
    .configureOutput({ outputError: () => {} })
    .exitOverride();
  const run = addListenFlag(addConfigFlags(program.command('serve', { isDefault: true })))
    .description('Run the service until it is stopped. This is the default command.')
    .action(async (_, command: Command) => {
      const config = loadConfig(readFlags(command), environment);
      const { serve } = await import('./serve.js');
      isServing = true;
      await serve(config, keepCode);
    });
  addConfigFlags(program.command('mcp'))
    .description('Serve one assistant over MCP on standard input and output, with or without a running service.')
    .addOption(
      new Option('--scope <scope>', 'Offer the tools of this scope. Overrides mcp.default_scope.').choices(mcpScopes),
    )
    .action(async (_, command: Command) => {
      const { scope, ...flags } = readFlags<{ scope?: string }>(command);
      const set = [...(flags.set ?? []), ...(scope === undefined ? [] : [`mcp.default_scope=${scope}`])];
      const config = loadConfig({ ...flags, set }, environment);
      const { serveAgent } = await import('./agent.js');
      isServing = true;
      await serveAgent(config);
    });
  addAdministration(program, environment);
  program
    .command('openapi')
    .description('Print the OpenAPI 3.1 description of the REST interface.')
    .action(async () => {
      const { openApiDocument } = await import('@notes/contract/openapi');
      process.stdout.write(`${JSON.stringify(openApiDocument(version), null, 2)}\n`);
    });
  program
    .command('version')
    .description('Print the version.')
    .action(() => {
      process.stdout.write(`${version}\n`);
    });
  program.addHelpText('after', () => `\n${run.helpInformation()}`);
  try {
    refuseUnknownCommand(program, argv[2]);
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode ||= reportError(error);
  }
}

/** Refuses an unknown word, which the default command would read as its argument. */
function refuseUnknownCommand(program: Command, word: string | undefined): void {
  const known = ['help', ...program.commands.map((command) => command.name())];
  if (word === undefined || word.startsWith('-') || known.includes(word)) return;
  program.error(`error: unknown command '${word}'`);
}

function reportError(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code !== HELP_SHOWN)
      process.stderr.write(`notes-server: ${formatUsageError(error.message)}\nTry notes-server --help\n`);
    return USAGE_ERROR;
  }
  process.stderr.write(`notes-server: ${error instanceof Error ? error.message : String(error)}\n`);
  return error instanceof ConfigError ? USAGE_ERROR : 1;
}
