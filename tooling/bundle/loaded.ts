import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IMPORTS = /^(?:import|export)\b[^;]*?"\.\/([^"]+)";$/gm;
const THREAD = /^[a-z-]+-(?:task|thread|worker)\.js$/;

/** What a file of a bundle loads before it runs, itself and all that it imports: their texts by their names. */
export function loadedBy(
  folder: string,
  file: string,
  loaded = new Map<string, string>(),
): ReadonlyMap<string, string> {
  if (loaded.has(file)) return loaded;
  const text = readFileSync(join(folder, file), 'utf8');
  loaded.set(file, text);
  for (const [, next] of text.matchAll(IMPORTS)) loadedBy(folder, next as string, loaded);
  return loaded;
}

/** The names of the files that run on threads. */
export const threadsOf = (folder: string): readonly string[] => readdirSync(folder).filter((name) => THREAD.test(name));
