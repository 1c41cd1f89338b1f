import { createHash } from 'node:crypto';
import { formatNotices, listPackageFolders } from '@notes/tooling/notices';
import type { Plugin, Rolldown } from 'vite';

/**
 * Writes `bundled.json`, the packages that the page and its workers are bundled from, by name. A worker is a separate
 * bundle, made before the page's. The page's meta element `bundled` contains the address of a copy.
 */
export function bundledPlugins(): { readonly page: Plugin; readonly worker: Plugin } {
  const folders = new Set<string>();
  const collect = (bundle: Rolldown.OutputBundle) => {
    for (const folder of listPackageFolders(bundle)) folders.add(folder);
  };
  const list = (bundle: Rolldown.OutputBundle) => {
    collect(bundle);
    return buildList(folders);
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

/** Returns the list, and its asset name, which contains a hash so that it can be cached forever. */
function buildList(folders: Iterable<string>): { readonly source: string; readonly asset: string } {
  const source = formatNotices(folders);
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { source, asset: `assets/bundled-${hash}.json` };
}
