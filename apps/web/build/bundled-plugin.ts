import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** A package of which something is in the page. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package says it. */
  readonly licence: string;
  /** The notice that goes with every copy. */
  readonly text: string;
}

const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

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
    return listOf([...folders].map(described));
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

function* foldersOf(bundle: Rolldown.OutputBundle): Generator<string> {
  for (const output of Object.values(bundle)) {
    if (output.type !== 'chunk') continue;
    for (const id of output.moduleIds) {
      const [, folder] = PACKAGE.exec(id) ?? [];
      if (folder !== undefined) yield folder;
    }
  }
}

/** The list, and where the page gets it: by a name that may be kept for good. */
function listOf(packages: readonly Bundled[]): { readonly source: string; readonly asset: string } {
  const source = JSON.stringify(
    packages.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    null,
    1,
  );
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { source, asset: `assets/bundled-${hash}.json` };
}

function described(folder: string): Bundled {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = noticeOf(folder);
  return { name, version, licence: license ?? (MIT.test(text) ? 'MIT' : ''), text };
}

const MIT = /^The MIT License/;

/** The file of the licence, else what the readme says of it at its end. */
function noticeOf(folder: string): string {
  const files = readdirSync(folder);
  const file = files.find((entry) => /^licen[cs]e/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8');
  const readme = files.find((entry) => /^readme/i.test(entry));
  const said = readme === undefined ? '' : readFileSync(join(folder, readme), 'utf8');
  return /^#+ Licen[cs]e\n([\s\S]*)/im.exec(said)?.[1]?.trim() ?? '';
}
