import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:notes-pdf-files';
const RESOLVED = `\0${NAME}`;
const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Files that some documents need, with their licences: character maps of East Asian fonts, the two symbol fonts that
 * systems do not agree on, and decoders of scanned pages. The decoders are the variants without WebAssembly, which the
 * policy of the page forbids.
 */
const FILES: Readonly<Record<string, RegExp>> = {
  cmaps: /^/,
  standard_fonts: /^(?:Foxit(?:Symbol|Dingbats)\.pfb|LICENSE_FOXIT)$/,
  wasm: /^(?:\w+_nowasm_fallback\.js|LICENSE_(?:PDFJS_)?(?:JBIG2|OPENJPEG))$/,
};

interface PdfFile {
  readonly path: string;
  readonly source: Buffer;
}

/**
 * Emits the files that pdfjs-dist loads by name. `virtual:notes-pdf-files` exports the address of their folder, which
 * contains a hash of them all.
 */
export function pdfFilesPlugin(): Plugin {
  return {
    name: 'notes-pdf-files',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      const files = listFiles();
      const folder = `assets/pdf-${hashFiles(files)}`;
      for (const { path, source } of files)
        this.emitFile({ type: 'asset', fileName: `${folder}/${path}`, source: new Uint8Array(source) });
      return `export default ${JSON.stringify(`/${folder}/`)}`;
    },
  };
}

const listFiles = (): PdfFile[] =>
  Object.entries(FILES).flatMap(([folder, pattern]) =>
    readdirSync(join(PACKAGE, folder))
      .filter((name) => pattern.test(name))
      .sort()
      .map((name) => ({
        // Packing adds the licence of the project only where no name of a file contains LICENSE.
        path: `${folder}/${name.replace('LICENSE', 'COPYING')}`,
        source: readFileSync(join(PACKAGE, folder, name)),
      })),
  );

function hashFiles(files: readonly PdfFile[]): string {
  const hash = createHash('sha256');
  for (const { path, source } of files) hash.update(`${path}\n${source.byteLength}\n`).update(source);
  return hash.digest('hex').slice(0, 8);
}
