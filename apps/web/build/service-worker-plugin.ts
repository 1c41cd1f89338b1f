import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/offline/service-worker.ts', import.meta.url));

/** Modules of the page that are loaded on demand and needed to read and write notes. Larger parts are kept once used. */
const OWN = /\/apps\/web\/src\/(?!graph|history|conflict|sync|pdf|reading\/code|reading\/diagrams)/;
/** Files that no chunk imports: the worker of the reading view, the fonts of Latin texts, and the icon. */
const LOOSE = /^assets\/(?:worker-.*\.js|(?:inter|literata|jetbrains-mono)-latin-wght-.*\.woff2|icon-.*\.svg)$/;
/** Largest file that is kept before it is used, in bytes. */
const MAX_FILE_BYTES = 400_000;

/**
 * Builds the service worker with the list of the files it keeps. Its name contains a hash of both, so that each build of
 * the page has a worker of its own. The page's meta element `service-worker` contains the address.
 */
export function serviceWorkerPlugin(target: string[]): Plugin {
  let made: Promise<{ fileName: string; source: string }> | undefined;
  return {
    name: 'notes-service-worker',
    transformIndexHtml: {
      order: 'post',
      async handler(_, { bundle }) {
        if (bundle === undefined) return [];
        made = buildWorker(listFiles(bundle), target);
        return [{ tag: 'meta', attrs: { name: 'service-worker', content: `/${(await made).fileName}` } }];
      },
    },
    generateBundle: {
      order: 'post',
      async handler() {
        if (made === undefined) throw new Error('The page was not written before its service worker');
        this.emitFile({ type: 'asset', ...(await made) });
      },
    },
  };
}

/** Lists the files that are kept before they are used, as paths. */
function listFiles(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (fileName: string) => {
    const file = bundle[fileName];
    if (file === undefined || found.has(fileName)) return;
    found.add(fileName);
    if (file.type === 'asset') return;
    for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
    for (const imported of file.imports) add(imported);
  };
  for (const file of Object.values(bundle)) {
    const isRoot = file.type === 'chunk' ? file.isEntry || OWN.test(file.facadeModuleId ?? '') : isLoose(file);
    if (isRoot) add(file.fileName);
  }
  return [...found].map((fileName) => `/${fileName}`).sort();
}

const isLoose = ({ fileName, source }: Rolldown.OutputAsset) =>
  LOOSE.test(fileName) && Buffer.byteLength(source) <= MAX_FILE_BYTES;

async function buildWorker(files: readonly string[], target: string[]): Promise<{ fileName: string; source: string }> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: { OFFLINE_FILES: JSON.stringify(files) },
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: SOURCE, output: { format: 'iife', codeSplitting: false } },
    },
  });
  const source = (result as Rolldown.RolldownOutput).output[0].code;
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { fileName: `assets/service-worker-${hash}.js`, source };
}
