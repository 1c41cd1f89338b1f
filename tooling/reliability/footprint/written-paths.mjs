// @ts-check
import { resolve } from 'node:path';
import { readTraceLines } from './trace.mjs';

/** Calls that create, change or remove a file or folder by its path. */
export const WRITING_CALLS =
  'open,openat,creat,mkdir,mkdirat,mknod,mknodat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir,truncate,chmod,fchmodat,chown,fchownat';
const OPENING = new Set(['open', 'openat']);
const WRITING = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/;
const CALL = /^(?<name>\w+)\((?<inside>.*)\) += (?<result>-?\d+|\?)/;

/**
 * Lists the paths that traced processes created, changed or removed; a refused call changed none. Device files and the
 * descriptors of the process itself are left out.
 * @param {string} log as for `createTracer`
 * @param {string} cwd folder that the processes ran in
 * @returns {string[]}
 */
export function listWrittenPaths(log, cwd) {
  const paths = readTraceLines(log).flatMap((line) => parseCall(line).map((path) => resolve(cwd, path)));
  return [...new Set(paths)].filter((path) => !/^\/(?:dev|proc)\//.test(path)).sort();
}

/** @returns {string[]} paths that a call changed */
function parseCall(/** @type {string} */ line) {
  const { name = '', inside = '', result = '-1' } = CALL.exec(line)?.groups ?? {};
  if (result.startsWith('-') || (OPENING.has(name) && !WRITING.test(inside))) return [];
  const texts = [...inside.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
  // The first argument of a symbolic link is what it contains.
  return name.startsWith('symlink') ? texts.slice(1) : texts;
}
