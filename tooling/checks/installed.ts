import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, serviceProgram } from '../run/workspace.mjs';

/** Makes a folder as npm does, with the built server under its installed name; returns its path. */
export function installServer(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'notes-server');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${serviceProgram(root)}" "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}
