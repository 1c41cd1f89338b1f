import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IMPORTS = /^(?:import|export)\b[^;]*?"\.\/([^"]+)";$/gm;
const THREAD = /^[a-z-]+-(?:task|thread|worker)\.js$/;

/**
 * Returns the files of a bundle that are loaded before a file runs, itself and all its imports: their texts by name.
 */
export function collectLoaded(
  folder: string,
  file: string,
  loaded = new Map<string, string>(),
): ReadonlyMap<string, string> {
  if (loaded.has(file)) return loaded;
  const text = readFileSync(join(folder, file), 'utf8');
  loaded.set(file, text);
  for (const [, next] of text.matchAll(IMPORTS)) collectLoaded(folder, next as string, loaded);
  return loaded;
}

/** Returns the names of the files that run on threads. */
export const listThreadFiles = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => THREAD.test(name));
