import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches the imports at the beginning of a file; those inside functions are indented or follow a `then`. */
const IMPORTS = /^(?:(?:const|let|var) [\w$]+ = )?require\("\.\/([^"]+)"\);$/gm;
const THREAD = /^[a-z-]+-(?:task|thread|worker)(?=-\d+\.\d+\.\d+\.js$)/;
const SUFFIXES = [/-.{8}\.js$/, /-\d+\.\d+\.\d+\.js$/];

/**
 * Returns the files of a bundle that are loaded before some files have run, these and all their imports: the paths of
 * their modules and their texts, by name.
 *
 * @param files names of files; the hash or the version may be omitted
 */
export function collectLoaded(folder: string, ...files: readonly string[]): ReadonlyMap<string, string> {
  const names = readdirSync(folder);
  const modules = JSON.parse(readFileSync(join(folder, '..', 'modules.json'), 'utf8')) as Record<string, string[]>;
  const loaded = new Map<string, string>();
  const load = (name: string) => {
    if (loaded.has(name)) return;
    const text = readFileSync(join(folder, name), 'utf8');
    loaded.set(name, [...(modules[name] ?? []).map((path) => `// ${path}\n`), text].join(''));
    for (const [, next] of text.matchAll(IMPORTS)) load(next as string);
  };
  for (const file of files) {
    const found = names.filter(
      (name) => name === file || SUFFIXES.some((suffix) => name.replace(suffix, '.js') === file),
    );
    if (found.length === 0) throw new Error(`The bundle has no file ${file}`);
    for (const name of found) load(name);
  }
  return loaded;
}

/** Returns the names of the files that run on threads by their names without version, such as `edit-task`. */
export const findThreadFiles = (folder: string): ReadonlyMap<string, string> =>
  new Map(readdirSync(folder).flatMap((file) => Array.from(THREAD.exec(file) ?? [], (name) => [name, file])));

/**
 * Returns the files that import a file statically. The file that starts a program must have none: it waits for the
 * program, which would wait for it.
 */
export const listImporters = (folder: string, file: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .filter((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(IMPORTS)].some(([, imported]) => imported === file),
    );
