// @ts-check
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../run/workspace.mjs';

const run = promisify(execFile);

/**
 * Runs a tool that is installed in the workspace. A finding makes such tools end with a code other than 0, so that is
 * not an error here: the caller judges the output.
 * @param {'.' | 'tooling'} owner the package whose dependency the tool is
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
export async function runTool(owner, name, args, cwd = root) {
  const file = join(root, owner, 'node_modules', '.bin', name);
  try {
    return { code: 0, ...(await run(file, args, { cwd, maxBuffer: 256 * 1024 * 1024 })) };
  } catch (error) {
    const { code, stdout, stderr } = /** @type {{ code?: unknown, stdout: string, stderr: string }} */ (error);
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}
