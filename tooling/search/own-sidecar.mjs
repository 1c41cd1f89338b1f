// @ts-check
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../bench/process.mjs';
import { root } from '../run/workspace.mjs';
import { MODEL_FOLDER, makeGloveModel } from './glove-model.mjs';

const PROGRAM = join(root, 'apps', 'search-sidecar', 'dist', 'bundle', 'notes-search.js');
const KEY_FILE = 'api-key';

/**
 * Starts the built `notes-search` with an index of its own, which is removed when the process ends.
 * @param {string | undefined} model folder of the model; undefined for none
 * @returns {Promise<import('./sidecar.mjs').Sidecar & { stop: () => Promise<void> }>}
 */
export async function startSidecar(model) {
  const dataDir = mkdtempSync(join(tmpdir(), 'notes-search-'));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', remove);
  const args = [PROGRAM, 'serve', '--data-dir', dataDir, '--listen', '127.0.0.1:0'];
  const { url, stop } = await startServer([...args, ...(model === undefined ? [] : ['--model', model])]);
  return { url: url.href, apiKey: readFileSync(join(dataDir, KEY_FILE), 'utf8').trim(), stop };
}

/**
 * Returns the folder of the model that a name stands for: `glove` is made when it is first needed, `none` is none.
 * @param {string} name
 * @param {(line: string) => void} say
 */
export async function findModel(name, say) {
  if (name === 'none') return undefined;
  if (name !== 'glove') return name;
  try {
    await makeGloveModel(MODEL_FOLDER, say);
    return MODEL_FOLDER;
  } catch (error) {
    say(`Without the channel meaning: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
