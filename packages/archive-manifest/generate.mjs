// Writes the published files that are derived from the sources: the JSON Schema, and the archives of
// vectors/libraries.json.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { manifestJsonSchema } from '@notes/archive-manifest';
import { writeArchive } from '@notes/archive-manifest/node';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Makes a blob of a text, as the vectors list blobs. */
function makeBlob(text) {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, sizeBytes: bytes.length, read: () => [bytes] };
}

writeFileSync(at('schema.json'), `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`);

const { libraries, archives } = JSON.parse(readFileSync(at('vectors/libraries.json'), 'utf8'));
rmSync(at('vectors/archives'), { recursive: true, force: true });
for (const { name, library, options } of archives) {
  const { about, records, blobs } = libraries[library];
  writeArchive(at(`vectors/archives/${name}`), { ...about, records, blobs: blobs.map(makeBlob) }, options);
}
