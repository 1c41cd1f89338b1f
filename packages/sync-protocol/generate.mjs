// Writes the published files that are derived from others: the vectors, and two files of the reader, which must be
// complete when it is copied alone. The archive reader has the source of output.py.
import { copyFileSync, writeFileSync } from 'node:fs';
import { VECTORS } from './generate/index.mjs';

for (const [name, make] of Object.entries(VECTORS))
  writeFileSync(new URL(`vectors/${name}.json`, import.meta.url), `${JSON.stringify(await make(), null, 2)}\n`);

for (const [from, to] of [
  ['vectors/folding.json', 'reader/folding.json'],
  ['../archive-manifest/reader/output.py', 'reader/output.py'],
])
  copyFileSync(new URL(from, import.meta.url), new URL(to, import.meta.url));
