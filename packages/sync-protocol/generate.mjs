// Writes the vectors, which are published with the package.
import { writeFileSync } from 'node:fs';
import { VECTORS } from './generate/index.mjs';

for (const [name, make] of Object.entries(VECTORS))
  writeFileSync(new URL(`vectors/${name}.json`, import.meta.url), `${JSON.stringify(await make(), null, 2)}\n`);
