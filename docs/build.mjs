// @ts-check
/** Builds the documentation site into dist/site: writes the pages into dist/source, then renders them. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { writePages } from './generate/pages.mjs';

const docs = fileURLToPath(new URL('.', import.meta.url));
const sidebar = await writePages(fileURLToPath(new URL('dist/source', import.meta.url)));
writeFileSync(new URL('dist/sidebar.json', import.meta.url), `${JSON.stringify(sidebar, null, 2)}\n`);
await build(docs);
