import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandProgram, root, serviceProgram } from '../run/workspace.mjs';

/** Makes a folder as npm does, with the built server under its installed name; returns its path. */
export const installServer = (folder: string): string => install(folder, 'notes-server', serviceProgram(root));

/** Makes a folder as npm does, with the built command under its installed name; returns its path. */
export const installCommand = (folder: string): string => install(folder, 'notes', commandProgram(root));

function install(folder: string, name: string, module: string): string {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, name);
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${module}" "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}
