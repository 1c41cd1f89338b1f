// @ts-check
/** Writes the API report of every public library from its built declarations. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../run/output.mjs';
import { root } from '../run/workspace.mjs';
import { describeApi, listPublicLibraries, REPORT_FILE } from './describe.mjs';

for (const { dir, path } of listPublicLibraries(root)) {
  const { report, exports, undocumented } = describeApi(dir);
  writeFileSync(join(dir, REPORT_FILE), report);
  say(`api: ${path}: ${exports} exports, ${undocumented.length} undocumented`);
}
