import { join, resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { FlagError, type ModelFlags, readEmbedderOptions } from './read-embedder-options.js';
import { version } from './version.js';

const USAGE_ERROR = 2;

interface Flags extends ModelFlags {
  readonly dataDir: string;
  readonly listen: { readonly host: string; readonly port: number };
  readonly apiKeyFile?: string;
  readonly storageUri?: string;
}

/** Runs the command `notes-search`. Sets the exit code and never throws. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const program = new Command('notes-search')
    .description('Finds notes despite typos and by meaning, in an index beside the service of Notes.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('Try notes-search --help');
  program
    .command('serve')
    .description('run the search engine until it is stopped')
    .addOption(
      new Option('--data-dir <dir>', 'folder for the index, the API key and the lock')
        .env('NOTES_SEARCH_DATA_DIR')
        .argParser(requireNotEmpty)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--listen <host:port>', 'address to listen on; port 0 picks any free port')
        .env('NOTES_SEARCH_LISTEN')
        .argParser(parseAddress)
        .default({ host: '127.0.0.1', port: 8097 }, '127.0.0.1:8097'),
    )
    .addOption(
      new Option(
        '--api-key-file <file>',
        'file with the API key, made at the first start (default: api-key in the folder)',
      )
        .env('NOTES_SEARCH_API_KEY_FILE')
        .argParser(requireNotEmpty),
    )
    .addOption(
      new Option('--storage-uri <uri>', 'object store for the index, such as s3://bucket/path')
        .env('NOTES_SEARCH_STORAGE_URI')
        .argParser(requireStoreAddress),
    )
    .addOption(
      new Option('--model <dir>', 'folder of a static or ONNX model, to find notes by meaning')
        .env('NOTES_SEARCH_MODEL')
        .argParser(requireNotEmpty),
    )
    .addOption(
      new Option('--ollama-url <url>', 'address of Ollama, such as http://127.0.0.1:11434')
        .env('NOTES_SEARCH_OLLAMA_URL')
        .argParser(requireWebAddress),
    )
    .addOption(
      new Option('--ollama-model <name>', 'embedding model of Ollama')
        .env('NOTES_SEARCH_OLLAMA_MODEL')
        .argParser(requireNotEmpty),
    )
    .addOption(
      new Option('--openai-url <url>', 'address of a service like that of OpenAI, up to /embeddings')
        .env('NOTES_SEARCH_OPENAI_URL')
        .argParser(requireWebAddress),
    )
    .addOption(
      new Option('--openai-model <name>', 'embedding model of this service')
        .env('NOTES_SEARCH_OPENAI_MODEL')
        .argParser(requireNotEmpty),
    )
    .addOption(
      new Option('--openai-key-file <file>', 'file with the key of this service')
        .env('NOTES_SEARCH_OPENAI_KEY_FILE')
        .argParser(requireNotEmpty),
    )
    .addOption(
      new Option('--query-prefix <text>', 'text that the model expects before a search').env(
        'NOTES_SEARCH_QUERY_PREFIX',
      ),
    )
    .addOption(
      new Option('--document-prefix <text>', 'text that the model expects before a note').env(
        'NOTES_SEARCH_DOCUMENT_PREFIX',
      ),
    )
    .action((flags: Flags, command: Command) => serveWith(flags, command));
  try {
    await program.parseAsync(argv as string[]);
  } catch (error) {
    process.exitCode = reportError(error);
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

function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
  process.stderr.write(`notes-search: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
}
