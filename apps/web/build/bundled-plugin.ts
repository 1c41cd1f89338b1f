import { createHash } from 'node:crypto';
import { foldersOf, noticesOf } from '@notes/tooling/notices';
import type { Plugin, Rolldown } from 'vite';

/**
 * Writes `bundled.json`: what the page and its workers are bundled from, by name. A worker is a bundle of its own, made
 * before the page's. The page finds a copy of it where its meta element `bundled` says.
 */
export function bundledPlugins(): { readonly page: Plugin; readonly worker: Plugin } {
  const folders = new Set<string>();
  const collect = (bundle: Rolldown.OutputBundle) => {
    for (const folder of foldersOf(bundle)) folders.add(folder);
  };
  const list = (bundle: Rolldown.OutputBundle) => {
    collect(bundle);
    return listOf(folders);
  };
  return {
    worker: { name: 'notes-bundled-worker', generateBundle: (_, bundle) => collect(bundle) },
    page: {
      name: 'notes-bundled',
      transformIndexHtml: {
        order: 'post',
        handler: (_, { bundle }) =>
          bundle && [{ tag: 'meta', attrs: { name: 'bundled', content: `/${list(bundle).asset}` } }],
      },
      generateBundle(_, bundle) {
        const { source, asset } = list(bundle);
        for (const fileName of ['bundled.json', asset]) this.emitFile({ type: 'asset', fileName, source });
      },
    },
  };
}

/** The list, and where the page gets it: by a name that may be kept for good. */
function listOf(folders: Iterable<string>): { readonly source: string; readonly asset: string } {
  const source = noticesOf(folders);
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { source, asset: `assets/bundled-${hash}.json` };
}
