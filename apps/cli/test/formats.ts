import { createRequire } from 'node:module';

/** The parsers that the operations package reads settings and front matter with. */
const requireThere = createRequire(new URL('../../../packages/operations/package.json', import.meta.url));

export const { parse: parseToml } = requireThere('smol-toml') as { parse(text: string): unknown };
export const { parse: parseYaml } = requireThere('yaml') as { parse(text: string): unknown };
