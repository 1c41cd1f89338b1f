import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, parseManifest, verifyArchive } from '@notes/archive-manifest';
import { nodeSha256, openArchive, writeArchive } from '@notes/archive-manifest/node';

const folder = mkdtempSync(join(tmpdir(), 'archive-'));
const now = '2026-11-21T10:00:00.000Z';

const { totals } = writeArchive(folder, {
  snapshot: {
    created_at: now,
    target: 'full_archive',
    database_id: 'db_example',
    source_replica_id: 'rep_example',
    collection_ids: ['default'],
    selection_manifest_sha256: '0'.repeat(64),
  },
  schemaVersions: { source: 12, minimum: 12, maximum: 12 },
  records: {
    collections: [{ id: 'default', name: 'default', created_at: now }],
    tags: [{ id: 'tag_1', name: 'garden', created_at: now }],
  },
  blobs: [],
});
console.log(totals); // { objects: 2, bytes: 241, record_chunks: 2, blobs: 0, packs: 1 }

const archive = openArchive(folder);
const report = await verifyArchive(archive, { level: 3, hash: nodeSha256 });
console.log(report.ok, report.manifest.counts.tags); // true 1
archive.close();
rmSync(folder, { recursive: true });

const refused = parseManifest('{"format":"service-archive","version":3}');
console.log(refused.problems[0].code); // archive_version_unsupported
console.log(describe(refused.problems[0].code).advice); // Use the release that wrote it.
