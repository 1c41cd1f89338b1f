// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Fault that can be written into a source file, and the claim that must break then.
 * @typedef {{ part: string, claim: string, file: string, from: string, to: string, build: readonly string[] }} Plant
 *   build: packages whose built output the script of the claim uses
 */

/** Faults, each with the part of the program that has it. @type {readonly Plant[]} */
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
    part: 'sync reader: missing segments are not reported',
    claim: 'readers-without-notes',
    file: 'packages/sync-protocol/reader/history.py',
    from: '        for sentence in best.missing:',
    to: '        for sentence in ():',
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
    part: 'sync: the proof of a key in the control log is not verified',
    claim: 'lying-peers',
    file: 'packages/sync-protocol/src/control/rules.ts',
    from: 'proof === null || verifyKeyProof(crypto, replicaId, keys, proof))',
    to: 'proof === null || proof.length > 0)',
    build: [],
  },
  {
    part: 'sync: a replaced recovery code is accepted',
    claim: 'recovery-code',
    file: 'packages/sync-protocol/src/control/recover-group.ts',
    from: '  if (!getControlState(found.log).keys.get(keyId)?.active) return',
    to: '  if (!getControlState(found.log).keys.has(keyId)) return',
    build: [],
  },
  {
    part: 'sync: a revoked key is given the new group key',
    claim: 'group-members',
    file: 'packages/operations/src/sync/center/members.ts',
    from: 'if (mint) decision.mint([key_id]);',
    to: 'if (mint) decision.mint();',
    build: [],
  },
  {
    part: 'sync: the last published number is kept in memory only',
    claim: 'earlier-states',
    file: 'packages/operations/src/sync/keys/replica-keys.ts',
    from: '    writeIdentity(this.#place.dataDir, identity);\n    this.#identity = identity;',
    to: '    this.#identity = identity;',
    build: [],
  },
  {
    part: 'sync: a group key is derived from its number',
    claim: 'random-secrets',
    file: 'packages/sync-protocol/src/keys/epoch.ts',
    from: 'makeEpoch(crypto, databaseId, number, crypto.random(32));',
    to: 'makeEpoch(crypto, databaseId, number, crypto.blake2b(32, u64(number)));',
    build: [],
  },
  {
    part: 'sync: locators depend on the file alone',
    claim: 'carrier-view',
    file: 'packages/sync-protocol/src/frames/name.ts',
    from: 'concat(sha256, u32(chunk)), deriveLocatorKey(crypto, epochKey))',
    to: 'concat(sha256, u32(chunk)))',
    build: [],
  },
  {
    part: 'server: its start is reported to an address outside',
    claim: 'no-telemetry',
    file: 'apps/server/src/service.ts',
    from: 'server.listen(port, host, () => {',
    to: "server.listen(port, host, () => {\n    fetch('http://192.0.2.1/').catch(() => {});",
    build: ['@notes/server'],
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
    file: 'packages/operations/src/platform/temporary-folder.ts',
    from: 'return mkdtempSync(join(above, prefix));',
    to: 'return mkdtempSync(join(process.cwd(), prefix));',
    build: ['@notes/cli'],
  },
  {
    part: 'storage: a failed commit is answered as a success',
    claim: 'disk-faults',
    file: 'packages/storage/src/library/group-commit.ts',
    from: 'for (const { job } of group) job.reject(this.#failure ?? failure);',
    to: "for (const { job, outcome } of group) job.resolve('value' in outcome ? outcome.value : undefined);",
    build: ['@notes/server'],
  },
  {
    part: 'storage: the log of a killed process is removed',
    claim: 'kill-service',
    file: 'packages/storage/src/library/files.ts',
    from: '  for (const path of [paths.dataDir, paths.blobs, paths.tmp, paths.backups])',
    to: '  rmSync(paths.database.concat("-wal"), { force: true });\n  for (const path of [paths.dataDir, paths.blobs, paths.tmp, paths.backups])',
    build: ['@notes/server'],
  },
  {
    part: 'storage: the bytes of an attachment are not synced',
    claim: 'power-cut-notes',
    file: 'packages/storage/src/resources/blobs.ts',
    from: 'options, (file) => file.sync());',
    to: 'options, async () => {});',
    build: ['@notes/server'],
  },
  {
    part: 'storage: deleted rows are not overwritten',
    claim: 'purged-text',
    file: 'packages/storage/src/library/connection.ts',
    from: "['secure_delete', 1],",
    to: "['secure_delete', 0],",
    build: ['@notes/operations'],
  },
  {
    part: 'archive: the earlier manifest is removed first',
    claim: 'kill-archives',
    file: 'packages/archive-manifest/src/node/target.ts',
    from: '    this.makeFolder(getParentPath(path));\n    this.remove(path);',
    to: "    this.makeFolder(getParentPath(path));\n    this.remove('manifest.json');",
    build: ['@notes/cli'],
  },
  {
    part: 'archive: a path may lead out of the folder',
    claim: 'hostile-archives',
    file: 'packages/archive-manifest/src/paths.ts',
    from: "if (segment.endsWith('.')) return",
    to: "if (segment.endsWith('./')) return",
    build: ['@notes/operations'],
  },
  {
    part: 'archive: lines that are not canonical are accepted',
    claim: 'parsers',
    file: 'packages/archive-manifest/src/json/canonical-line.ts',
    from: 'return write(value) === text ? value : undefined;',
    to: 'return write(value) !== null ? value : undefined;',
    build: ['@notes/archive-manifest'],
  },
  {
    part: 'imports: entries of a zip may expand without bounds',
    claim: 'hostile-imports',
    file: 'packages/note-formats/src/files/check-entries.ts',
    from: 'uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > MAX_RATIO * compressedSize;',
    to: 'uncompressedSize > RATIO_FREE_BYTES && uncompressedSize < MAX_RATIO * compressedSize;',
    build: ['@notes/operations'],
  },
  {
    part: 'maintenance: a clock that was set ahead is believed',
    claim: 'clock-jumps',
    file: 'packages/operations/src/upkeep/plans/clock.ts',
    from: 'if (now <= believed + MAX_STEP_MS) return',
    to: 'if (now <= believed + 1000 * MAX_STEP_MS) return',
    build: [],
  },
  {
    part: 'doctor: nothing but the schema of the library file is checked',
    claim: 'flipped-bits-library',
    file: 'packages/operations/src/upkeep/doctor/database-checks.ts',
    from: '[schemaCheck, ...others.map((look) => look())]',
    to: '[schemaCheck, ...others.slice(0, 0).map((look) => look())]',
    build: ['@notes/operations'],
  },
  {
    part: 'sync: operations are applied before their texts',
    claim: 'sync-histories',
    file: 'packages/sync-protocol/src/run/referenced-texts.ts',
    from: 'operation.body_ref !== undefined) texts',
    to: 'operation.body_ref !== undefined && texts.length > 0) texts',
    build: ['@notes/sync-protocol'],
  },
  {
    part: 'peers: a nonce can be used again',
    claim: 'peer-interface',
    file: 'packages/sync-protocol/src/auth/checks.ts',
    from: 'if (nonces.has(keyId, nonce)) return',
    to: 'if (nonces.has(nonce, keyId)) return',
    build: [],
  },
  {
    part: 'tools: searches find notes in Trash',
    claim: 'agent-secrets',
    file: 'packages/operations/src/notes/search/find.ts',
    from: 'hidesTrash === true ? { ...query, seesTrash: false } : query;',
    to: 'hidesTrash === true ? { ...query } : query;',
    build: ['@notes/operations'],
  },
  {
    part: 'server: a body that is no object is an internal error',
    claim: 'requests',
    file: 'apps/server/src/http/body.ts',
    from: "if (!isObject(value)) throw new ServiceError('validation_failed', 'The body must be a JSON object');",
    to: "if (!isObject(value)) throw new TypeError('The body must be a JSON object');",
    build: [],
  },
  {
    part: 'server: all pieces of an upload are held in memory',
    claim: 'memory-bounds',
    file: 'apps/server/src/http/upload.ts',
    from: '      yield next.value;',
    to: '      Object.assign(response, { [performance.now()]: next.value });\n      yield next.value;',
    build: ['@notes/server'],
  },
];

/**
 * Writes a fault into a copy of the checkout, builds what has it, runs `use`, and restores and builds the copy.
 * @template T
 * @param {Plant} plant
 * @param {string} copy root of the copy
 * @param {(packages: readonly string[]) => Promise<void>} build builds packages of the copy; nothing for an empty list
 * @param {() => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {Error} when the source has no such place any more, or a build fails
 */
export async function withPlanted({ part, file, from, to, build: packages }, copy, build, use) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`"${part}": ${file} has no place for this fault. Update it.`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    await build(packages);
    return await use();
  } finally {
    writeFileSync(path, source);
    await build(packages);
  }
}
