import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EmbedderOptions } from '@notes/embeddings';

/** Flags that choose the model for searching by meaning. */
export interface ModelFlags {
  readonly model?: string;
  readonly ollamaUrl?: string;
  readonly ollamaModel?: string;
  readonly openaiUrl?: string;
  readonly openaiModel?: string;
  readonly openaiKeyFile?: string;
  readonly queryPrefix?: string;
  readonly documentPrefix?: string;
}

/** Reasons why a file cannot be read, by code of the system. */
const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this user',
  EISDIR: 'is a folder',
};

const TOKENIZER_FILE = 'tokenizer.json';
/** Files with a model, one of which its folder has. */
const MODEL_FILES = ['model.safetensors', 'model.onnx', 'onnx/model.onnx'];

/** Error of flags that do not fit together. */
export class FlagError extends Error {}

/**
 * Returns the options of the chosen model, or undefined when none is chosen.
 *
 * @throws FlagError for more than one model, half an address, a folder without a model, or a file with the key that
 * cannot be read
 */
export function readEmbedderOptions(flags: ModelFlags): EmbedderOptions | undefined {
  const { model, ollamaUrl, ollamaModel, openaiUrl, openaiModel, openaiKeyFile } = flags;
  requireBoth('--ollama-url', ollamaUrl, '--ollama-model', ollamaModel);
  requireBoth('--openai-url', openaiUrl, '--openai-model', openaiModel);
  if ([model, ollamaUrl, openaiUrl].filter((value) => value !== undefined).length > 1)
    throw new FlagError('Only one of --model, --ollama-url and --openai-url can be used. Leave the others out.');
  const prefixes = { query: flags.queryPrefix ?? '', document: flags.documentPrefix ?? '' };
  if (model !== undefined) {
    const path = resolve(model);
    checkModelFolder(path);
    return { kind: isOnnx(path) ? 'onnx' : 'static', path, prefixes };
  }
  if (ollamaUrl !== undefined && ollamaModel !== undefined)
    return { kind: 'ollama', url: ollamaUrl, model: ollamaModel, prefixes };
  if (openaiUrl !== undefined && openaiModel !== undefined) {
    const apiKey = openaiKeyFile === undefined ? '' : readKeyFile(openaiKeyFile);
    return { kind: 'openai', url: openaiUrl, model: openaiModel, apiKey, prefixes };
  }
  return undefined;
}

/** Refuses a wrong folder at the start: the engine would run on without a model, and only its log would say so. */
function checkModelFolder(path: string): void {
  const problem = findFolderProblem(path);
  if (problem !== undefined)
    throw new FlagError(`--model: "${path}" ${problem}. Name a folder with a static or ONNX model.`);
}

function findFolderProblem(path: string): string | undefined {
  try {
    if (!statSync(path).isDirectory()) return 'is not a folder';
  } catch (error) {
    return explainFileError(error);
  }
  const has = (file: string) => existsSync(join(path, file));
  if (!has(TOKENIZER_FILE)) return `has no file ${TOKENIZER_FILE}`;
  return MODEL_FILES.some(has) ? undefined : `has no file ${MODEL_FILES.slice(0, 2).join(' or ')}`;
}

function explainFileError(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return FILE_REASONS[code] ?? `cannot be read (${code})`;
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new FlagError(
      `--openai-key-file: "${path}" ${explainFileError(error)}. Name a file with the key of the service.`,
    );
  }
}

function requireBoth(first: string, firstValue: unknown, second: string, secondValue: unknown): void {
  if ((firstValue === undefined) !== (secondValue === undefined))
    throw new FlagError(`${first} and ${second} are only used together. Give both, or leave both out.`);
}

/** Returns true for the folder of an ONNX model. Static models often come with an ONNX file too. */
function isOnnx(folder: string): boolean {
  if (readModelType(folder) === 'model2vec') return false;
  return existsSync(join(folder, 'model.onnx')) || existsSync(join(folder, 'onnx', 'model.onnx'));
}

function readModelType(folder: string): unknown {
  try {
    return (JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as { model_type?: unknown } | null)
      ?.model_type;
  } catch {
    return undefined;
  }
}
