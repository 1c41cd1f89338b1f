// Measures the verification of archives of a hundred thousand and of a million objects, generated while they are read.
// Memory must not grow with them: the script fails when it does. Run it after a build.
import assert from 'node:assert/strict';
import {
  buildManifest,
  canonicalJson,
  ENTITIES,
  fanoutPath,
  INDEX_MEDIA_TYPE,
  packPath,
  serializeManifest,
  verifyArchive,
} from '@notes/archive-manifest';
import { nodeSha256 } from '@notes/archive-manifest/node';

const ENTRIES_PER_INDEX = 10_000;
const OBJECTS_PER_PACK = 500;
const OBJECT_BYTES = 100_000;
const PREFIX_BYTES = 48;
/** Heap that a run may use beyond that of the smallest archive. */
const MAX_EXTRA_HEAP_BYTES = 24 * 1024 * 1024;

const computeDigest = (content) => {
  const hash = nodeSha256();
  hash.update(Buffer.from(content));
  return hash.digestHex();
};

/** Makes blobs in packs, with numbers as digests. */
function makeEntry(n) {
  const pack_sha256 = computeDigest(`pack ${Math.floor(n / OBJECTS_PER_PACK)}`);
  const offset = 16 + PREFIX_BYTES + (n % OBJECTS_PER_PACK) * (OBJECT_BYTES + PREFIX_BYTES);
  const location = { layout: 'pack', path: packPath(pack_sha256), pack_sha256, offset, length: OBJECT_BYTES };
  return { kind: 'blob', sha256: n.toString(16).padStart(64, '0'), size_bytes: OBJECT_BYTES, location };
}

const indexBytes = (m) =>
  Buffer.from(
    Array.from(
      { length: ENTRIES_PER_INDEX },
      (_, n) => `${canonicalJson(makeEntry(m * ENTRIES_PER_INDEX + n))}\n`,
    ).join(''),
  );

/** Returns a reader of an archive of so many objects, which buffers one index object. */
function createReader(objects) {
  const paths = new Map();
  const index = Array.from({ length: objects / ENTRIES_PER_INDEX }, (_, m) => {
    const bytes = indexBytes(m);
    const sha256 = computeDigest(bytes);
    paths.set(fanoutPath(sha256), { m, size: bytes.length });
    const location = { layout: 'fanout', path: fanoutPath(sha256) };
    return { sha256, size_bytes: bytes.length, entries: ENTRIES_PER_INDEX, media_type: INDEX_MEDIA_TYPE, location };
  });
  const manifest = Buffer.from(serializeManifest(manifestFor(index, objects)));
  let held = { m: -1, bytes: Buffer.alloc(0) };
  return {
    size: async (path) => {
      if (path === 'manifest.json') return manifest.length;
      return path === '.export'
        ? null
        : (paths.get(path)?.size ?? 16 + OBJECTS_PER_PACK * (OBJECT_BYTES + PREFIX_BYTES));
    },
    read: async (path, offset, length) => {
      const known = paths.get(path);
      if (known === undefined) return manifest.subarray(offset, offset + length);
      if (held.m !== known.m) held = { m: known.m, bytes: indexBytes(known.m) };
      return held.bytes.subarray(offset, offset + length);
    },
  };
}

function manifestFor(index, objects) {
  const totals = {
    objects,
    bytes: objects * OBJECT_BYTES,
    record_chunks: 0,
    blobs: objects,
    packs: objects / OBJECTS_PER_PACK,
  };
  const counts = Object.fromEntries(ENTITIES.map((entity) => [entity, 0]));
  const snapshot = {
    created_at: '2026-11-21T10:00:00.000Z',
    target: 'full_archive',
    database_id: 'db_bench',
    source_replica_id: 'rep_bench',
    collection_ids: ['default'],
    selection_manifest_sha256: '0'.repeat(64),
  };
  const written = { index, totals, counts, entriesSha256: '0'.repeat(64), requiredCapabilities: ['layout.pack'] };
  return buildManifest(written, { snapshot, schemaVersions: { source: 12, minimum: 12, maximum: 12 } }, nodeSha256);
}

async function measure(objects) {
  const archive = createReader(objects);
  let peak = 0;
  const onProgress = ({ bytesRead }) => {
    // Collects garbage now and then, so that only retained memory counts.
    if (bytesRead % 7 === 0) globalThis.gc?.();
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  };
  const started = performance.now();
  const report = await verifyArchive(archive, { level: 2, hash: nodeSha256, onProgress });
  assert.deepEqual(report.problems, []);
  const seconds = (performance.now() - started) / 1000;
  const row = { objects, seconds: +seconds.toFixed(1), 'heap MiB': +(peak / 1024 / 1024).toFixed(1) };
  return { row, peak };
}

const runs = [await measure(100_000), await measure(1_000_000)];
console.table(runs.map(({ row }) => row));
const [small, large] = runs.map(({ peak }) => peak);
assert(large - small < MAX_EXTRA_HEAP_BYTES, 'memory grows with the archive');
