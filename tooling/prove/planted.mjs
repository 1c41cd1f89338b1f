// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTasks } from '../run/turbo.mjs';
import { root } from '../run/workspace.mjs';

/**
 * Fault that can be written into a source file, and the claim that must break then.
 * @typedef {{ part: string, claim: string, file: string, from: string, to: string, build: readonly string[] }} Plant
 *   build: packages whose built output the script of the claim uses
 */

/** One fault for each part of the program. @type {readonly Plant[]} */
export const plants = [
  {
    part: 'storage: the folder of an attachment is not synced',
    claim: 'kill-uploads',
    file: 'packages/storage/src/resources/blobs.ts',
    from: 'withFileErrors(() => syncFile(dirname(this.getPath(received.sha256))));',
    to: 'withFileErrors(() => syncFile(this.getPath(received.sha256)));',
    build: ['@notes/storage', '@notes/server'],
  },
  {
    part: 'archive: the digest of an object is not compared',
    claim: 'flipped-bits-archive',
    file: 'packages/archive-manifest/src/verify/check-contents.ts',
    from: 'isRight = (await run.digest(range, ...all)) === entry.sha256;',
    to: 'isRight = (await run.digest(range, ...all)).length > 0;',
    build: ['@notes/archive-manifest'],
  },
  {
    part: 'archive reader: earlier versions are not written',
    claim: 'readers-without-notes',
    file: 'packages/archive-manifest/reader/read_archive.py',
    from: 'file = self.write_version(path, revision, body)',
    to: 'file = path',
    build: [],
  },
  {
    part: 'sync: the signature of an artifact is not verified',
    claim: 'lying-peers',
    file: 'packages/sync-protocol/src/frames/artifact.ts',
    from: '    end > 0 && crypto.verify(',
    to: '    end > 0 || crypto.verify(',
    build: [],
  },
  {
    part: 'media: private addresses are not refused',
    claim: 'private-addresses',
    file: 'packages/operations/src/notes/media/address.ts',
    from: "  if (address.range() !== 'unicast') return false;",
    to: "  if (address.range() !== 'unicast') return true;",
    build: ['@notes/operations'],
  },
  {
    part: 'server: requests of other sites are not recognised',
    claim: 'web-pages',
    file: 'apps/server/src/http/fetch-metadata.ts',
    from: '  return !isPageNavigation(request, target);',
    to: '  return !isPageNavigation(request, target) && false;',
    build: ['@notes/server'],
  },
  {
    part: 'log: the arguments of a tool are logged',
    claim: 'log-without-text',
    file: 'apps/server/src/mcp/tool-calls.ts',
    from: "log.info({ tool: tool?.name ?? 'unknown', outcome, duration_ms, door }, 'tool called');",
    to: "log.info({ tool: tool?.name ?? 'unknown', outcome, duration_ms, door, params }, 'tool called');",
    build: ['@notes/server'],
  },
  {
    part: 'server: the listener accepts connections on every address',
    claim: 'loopback-only',
    file: 'apps/server/src/service.ts',
    from: 'server.listen(port, host, () => {',
    to: 'server.listen(port, () => {',
    build: ['@notes/server'],
  },
  {
    part: 'command: the umask of the shell is kept',
    claim: 'private-files',
    file: 'apps/cli/src/main.ts',
    from: 'process.umask(0o077);',
    to: 'process.umask();',
    build: ['@notes/cli'],
  },
  {
    part: 'archive: the scratch folder is not among temporary files',
    claim: 'written-places',
    file: 'packages/operations/src/exchange/archive/scratch-folder.ts',
    from: 'const path = mkdtempSync(join(tmpdir(), PREFIX));',
    to: 'const path = mkdtempSync(join(process.cwd(), PREFIX));',
    build: ['@notes/cli'],
  },
];

/**
 * Writes a fault into its source file, runs `use`, and restores the file, also when the process is interrupted.
 * @template T
 * @param {Plant} plant
 * @param {() => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {Error} when the source has no such place any more
 */
export async function withPlanted({ part, file, from, to, build }, use) {
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`"${part}": ${file} has no place for this fault. Update it.`);
  const restore = () => writeFileSync(path, source);
  const rebuild = () => {
    if (build.length === 0) return;
    const code = runTasks(
      root,
      ['build'],
      build.map((name) => `--filter=${name}`),
    );
    if (code !== 0) throw new Error(`The build for "${part}" failed.`);
  };
  process.once('exit', restore);
  try {
    writeFileSync(
      path,
      source.replace(from, () => to),
    );
    rebuild();
    return await use();
  } finally {
    restore();
    process.off('exit', restore);
    rebuild();
  }
}
