// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Packages with a public interface. */
const PACKAGES = ['query-language', 'markdown-blocks', 'link-graph', 'archive-manifest', 'sync-protocol'];

/**
 * Writes the API pages of the public packages.
 *
 * @param {string} folder made when it is missing
 * @returns {Promise<{ text: string, link: string, items: { text: string, link: string }[] }[]>} entries of the sidebar
 */
export async function writeApi(folder) {
  /** @type {{ text: string, link: string, items: { text: string, link: string }[] }[]} */
  const sidebar = [];
  for (const name of PACKAGES) {
    const entries = listEntries(name);
    const out = join(folder, name);
    await writePackage(join(repository, 'packages', name), Object.values(entries), out);
    const overview = { text: 'Overview', link: `/api/${name}/` };
    const items = Object.keys(entries).length === 1 ? [] : nameModules(name, entries, out);
    sidebar.push({ text: name, link: `/api/${name}/`, items: [overview, ...items] });
  }
  return sidebar;
}

/**
 * Lists the published entries of a package with TypeScript sources.
 *
 * @param {string} name
 * @returns {Readonly<Record<string, string>>} the source by the path that follows the package's name in an import
 */
function listEntries(name) {
  const manifest = JSON.parse(readFileSync(join(repository, 'packages', name, 'package.json'), 'utf8'));
  const published = Object.keys(manifest.publishConfig?.exports ?? manifest.exports);
  return Object.fromEntries(
    published.flatMap((key) => {
      const source = manifest.exports[key]['@notes/source'];
      return source === undefined ? [] : [[key.slice(1), source.replace('./', '')]];
    }),
  );
}

/**
 * Names the pages of a package with several entry points as programs import them. TypeDoc names a module after its
 * source file.
 *
 * @param {string} name
 * @param {Readonly<Record<string, string>>} entries
 * @param {string} out
 */
function nameModules(name, entries, out) {
  const overview = join(out, 'index.md');
  return Object.entries(entries).map(([subpath, source]) => {
    const module = source.replace(/^src\//, '').replace(/(?:(?<=.)\/index)?\.ts$/, '');
    const page = module === 'index' ? 'index-1' : module;
    replaceOnce(join(out, `${page}.md`), `# ${module}\n`, `# @notes/${name}${subpath}\n`);
    replaceOnce(overview, `[${module}](${page}.md)`, `[@notes/${name}${subpath}](${page}.md)`);
    return { text: subpath === '' ? 'Main entry' : subpath.slice(1), link: `/api/${name}/${page}` };
  });
}

/** @throws {Error} when the file does not have the text */
function replaceOnce(/** @type {string} */ file, /** @type {string} */ before, /** @type {string} */ after) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} has no ${JSON.stringify(before)}: TypeDoc writes another form.`);
  writeFileSync(file, text.replace(before, after));
}

async function writePackage(
  /** @type {string} */ source,
  /** @type {readonly string[]} */ entries,
  /** @type {string} */ out,
) {
  const application = await Application.bootstrapWithPlugins(
    /** @type {import('typedoc').TypeDocOptions} */ ({
      name: `@notes/${source.split('/').at(-1)}`,
      entryPoints: entries.map((entry) => join(source, entry)),
      tsconfig: fileURLToPath(new URL('../tsconfig.api.json', import.meta.url)),
      plugin: ['typedoc-plugin-markdown'],
      out,
      readme: 'none',
      outputFileStrategy: 'modules',
      hideBreadcrumbs: true,
      hidePageHeader: true,
      entryFileName: 'index',
      disableSources: true,
      excludeInternal: true,
      excludePrivate: true,
      useCodeBlocks: true,
      useHTMLAnchors: true,
      expandObjects: true,
      parametersFormat: 'table',
      interfacePropertiesFormat: 'table',
      typeDeclarationFormat: 'table',
      enumMembersFormat: 'table',
      skipErrorChecking: true,
      validation: { notExported: false, invalidLink: false, rewrittenLink: false, unusedMergeModuleWith: false },
      logLevel: 'Warn',
    }),
  );
  const project = await application.convert();
  if (project === undefined) throw new Error(`The API of ${source} cannot be read: see the errors above.`);
  mkdirSync(out, { recursive: true });
  await application.generateOutputs(project);
}
