// @ts-check
/** Installs the built apps, with all they load, into an empty folder, whose `bin` has their commands. */
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say } from '../run/output.mjs';
import { root } from '../run/workspace.mjs';
import { stageApps } from './stage-apps.mjs';

const EXECUTABLE = 0o755;

const [target] = process.argv.slice(2);
if (target === undefined)
  throw new Error('The argument with the target folder is missing. Usage: node tooling/release/stage.mjs FOLDER');
const folder = resolve(target);
mkdirSync(join(folder, 'bin'), { recursive: true });
for (const [command, program] of stageApps(root, folder, ['server', 'cli'])) {
  chmodSync(join(folder, program), EXECUTABLE);
  symlinkSync(join('..', program), join(folder, 'bin', command));
}
say(`staged: ${folder}`);
