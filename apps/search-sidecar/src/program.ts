import { join, resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { FlagError, type ModelFlags, readEmbedderOptions } from './read-embedder-options.js';
import { version } from './version.js';

const USAGE_ERROR = 2;
/** Code of commander for a command without its subcommand: the help on standard error is the whole answer. */
const HELP_SHOWN = 'commander.help';

interface Flags extends ModelFlags {
  readonly dataDir: string;
  readonly listen: { readonly host: string; readonly port: number };
  readonly apiKeyFile?: string;
  readonly storageUri?: string;
}

/** Runs the command `notes-search`. Sets the exit code and never throws. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  let isServing = false;
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // A closed pipe (`notes-search --help | head`) is not a fault, and the engine does not stop for its first line.
    if (code === 'EPIPE' || isServing) return;
    process.stderr.write(`notes-search: The output cannot be written (${code})\n`);
    process.exitCode = 1;
  });
  // The engine runs without a log when its log cannot be written.
  process.stderr.on('error', () => {});
  const program = new Command('notes-search')
    .description('Finds notes despite typos and by meaning, in an index beside the service of Notes.')
    .version(version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Show the help of the command.')
    .helpCommand('help [command]', 'Show the help of a command.')
    .configureOutput({ outputError: () => {} })
    .exitOverride();
  program
    .command('serve')
    .description('Run the search engine until it is stopped.')
    .addOption(
      new Option('--data-dir <dir>', 'Folder for the index, the API key and the lock.')
        .env('NOTES_SEARCH_DATA_DIR')
        .argParser(requireNotEmpty)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--listen <host:port>', 'Address to listen on; port 0 selects any free port.')
        .env('NOTES_SEARCH_LISTEN')
        .argParser(parseAddress)
        .default({ host: '127.0.0.1', port: 8097 }, '127.0.0.1:8097'),
    )
    .addOption(
      new Option(
        '--api-key-file <file>',
        'File with the API key, made at the first start. Default: api-key in the folder.',
      )
        .env('NOTES_SEARCH_API_KEY_FILE')
        .argParser(requireNotEmpty),
    )
    .addOption(
      new Option('--storage-uri <uri>', 'Object store for the index, such as s3://bucket/path.')
        .env('NOTES_SEARCH_STORAGE_URI')
        .argParser(requireStoreAddress),
    )
    .addOption(
      new Option('--model <dir>', 'Folder of a static or ONNX model, to find notes by meaning.')
        .env('NOTES_SEARCH_MODEL')
        .argParser(requireNotEmpty),
    )
    .addOption(
      new Option('--ollama-url <url>', 'Address of Ollama, such as http://127.0.0.1:11434.')
        .env('NOTES_SEARCH_OLLAMA_URL')
        .argParser(requireWebAddress),
    )
    .addOption(
      new Option('--ollama-model <name>', 'Embedding model of Ollama.')
        .env('NOTES_SEARCH_OLLAMA_MODEL')
        .argParser(requireNotEmpty),
    )
    .addOption(
      new Option(
        '--openai-url <url>',
        'Address of a service with the interface of OpenAI, up to /embeddings, such as https://api.openai.com/v1.',
      )
        .env('NOTES_SEARCH_OPENAI_URL')
        .argParser(requireWebAddress),
    )
    .addOption(
      new Option('--openai-model <name>', 'Embedding model of this service.')
        .env('NOTES_SEARCH_OPENAI_MODEL')
        .argParser(requireNotEmpty),
    )
    .addOption(
      new Option('--openai-key-file <file>', 'File with the key of this service.')
        .env('NOTES_SEARCH_OPENAI_KEY_FILE')
        .argParser(requireNotEmpty),
    )
    .addOption(
      new Option('--query-prefix <text>', 'Text that the model expects before a search.').env(
        'NOTES_SEARCH_QUERY_PREFIX',
      ),
    )
    .addOption(
      new Option('--document-prefix <text>', 'Text that the model expects before a note.').env(
        'NOTES_SEARCH_DOCUMENT_PREFIX',
      ),
    )
    .action((flags: Flags, command: Command) => {
      isServing = true;
      return serveWith(flags, command);
    });
  try {
    await program.parseAsync(argv as string[]);
  } catch (error) {
    process.exitCode ||= reportError(error);
  }
}

async function serveWith(flags: Flags, command: Command): Promise<void> {
  const { dataDir, listen, apiKeyFile, storageUri } = flags;
  const folder = resolve(dataDir);
  const embedder = readModel(flags, command);
  const { serve } = await loadServe();
  await serve({
    dataDir: folder,
    ...listen,
    apiKeyFile: resolve(apiKeyFile ?? join(folder, 'api-key')),
    storageUri,
    embedder,
  });
}

function readModel(flags: Flags, command: Command): ReturnType<typeof readEmbedderOptions> {
  try {
    return readEmbedderOptions(flags);
  } catch (error) {
    if (error instanceof FlagError) command.error(`error: ${error.message}`);
    throw error;
  }
}

/** Loads LanceDB, which has no addon for some systems. */
async function loadServe(): Promise<typeof import('./serve.js')> {
  try {
    return await import('./serve.js');
  } catch (error) {
    const system = `${process.platform} on ${process.arch}`;
    throw new Error(
      `LanceDB has no addon for ${system}, or it is not installed. Use another machine, or Meilisearch.`,
      {
        cause: error,
      },
    );
  }
}

function requireNotEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

/** Schemes of the object stores of LanceDB. It would take any other for a folder, or fail at the first request. */
const STORE = /^(?:s3|s3\+ddb|gs|az|abfss):\/\/[^/\s]+/;

function requireStoreAddress(value: string): string {
  if (!STORE.test(value))
    throw new InvalidArgumentError('It must be the address of an object store that begins with s3://, gs:// or az://.');
  return value;
}

function requireWebAddress(value: string): string {
  const { protocol } = URL.canParse(value) ? new URL(value) : {};
  if (protocol !== 'http:' && protocol !== 'https:') throw new InvalidArgumentError('It must be an http address.');
  return value;
}

function parseAddress(value: string): Flags['listen'] {
  const [, host = '', port = ''] = /^(\[[0-9a-fA-F:.]+\]|[^:\s]+):(\d{1,5})$/.exec(value) ?? [];
  if (host === '' || Number(port) > 65_535) throw new InvalidArgumentError('It must be a host and a port.');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** Formats a message of commander as one line that begins with a capital. */
const formatUsageError = (message: string) =>
  message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());

function reportError(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code !== HELP_SHOWN)
      process.stderr.write(`notes-search: ${formatUsageError(error.message)}\nTry notes-search --help\n`);
    return USAGE_ERROR;
  }
  process.stderr.write(`notes-search: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
}
