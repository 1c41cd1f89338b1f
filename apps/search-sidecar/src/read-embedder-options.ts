import { existsSync, readFileSync } from 'node:fs';
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
const KEY_FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
  EISDIR: 'is a folder',
};

/** Error of flags that do not fit together. */
export class FlagError extends Error {}

/**
 * Returns the options of the chosen model, or undefined when none is chosen.
 *
 * @throws FlagError for more than one model, half an address, or a file with the key that cannot be read
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

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = KEY_FILE_REASONS[code] ?? `cannot be read (${code})`;
    throw new FlagError(`--openai-key-file: "${path}" ${reason}. Name a file with the key of the service.`);
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
