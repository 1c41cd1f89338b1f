import { ConfigError, type ConfigFlags, loadConfig } from '@notes/operations/config';
import { Command, CommanderError } from 'commander';
import { serve } from './serve.js';
import { version } from './version.js';

const USAGE_ERROR = 2;

/** The `notes-server` command: sets the exit code, never throws. */
export async function runProgram(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const program = new Command('notes-server')
    .description('Serves one person’s notes over REST on this machine.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('Try notes-server --help');
  const collect = (value: string, before: string[]) => [...before, value];
  program
    .command('serve', { isDefault: true })
    .description('run the service until it is told to stop')
    .option('--config <file>', 'TOML file of settings')
    .option('--profile <name>', 'which library and settings to use')
    .option('--data-dir <dir>', 'where the library lies')
    .option('--listen <host:port>', 'loopback address; port 0 takes any free one')
    .option('--set <key=value>', 'any setting; may be repeated', collect, [])
    .action((flags: ConfigFlags) => serve(loadConfig(flags, environment)));
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 description of the REST interface')
    .action(async () => {
      const { openApiDocument } = await import('@notes/contract/openapi');
      process.stdout.write(`${JSON.stringify(openApiDocument(version), null, 2)}\n`);
    });
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = reported(error);
  }
}

function reported(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
  process.stderr.write(`notes-server: ${error instanceof Error ? error.message : String(error)}\n`);
  return error instanceof ConfigError ? USAGE_ERROR : 1;
}
