import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files that are compressed; fonts and pictures already are. */
const TYPES: ReadonlySet<string> = new Set(['.css', '.html', '.js', '.json', '.svg', '.webmanifest']);
/** A smaller file fits into the first packets in any form. */
const MIN_BYTES = 1_000;
/** The highest quality takes twice as long for two percent less. */
const QUALITY = 10;

/** Writes each asset of the page in Brotli and gzip as well, so that the service need not compress anything. */
export function compressPlugin(): Plugin {
  let folder = '';
  return {
    name: 'notes-compress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir, 'assets');
    },
    writeBundle() {
      for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
        if (!TYPES.has(extname(name))) continue;
        const path = join(folder, name);
        const bytes = readFileSync(path);
        if (bytes.byteLength < MIN_BYTES) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
