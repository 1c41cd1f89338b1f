import { createHash } from 'node:crypto';
import { canonicalJson, selectionManifest } from '@notes/archive-manifest';

console.log(canonicalJson({ b: [1, 'é'], a: null })); // {"a":null,"b":[1,"é"]}

const sha256 = () => {
  const hash = createHash('sha256');
  return { update: (text) => hash.update(text), digest: () => hash.digest('hex') };
};
const manifest = selectionManifest(
  { databaseId: 'db_1', target: 'subset_transfer', policy: { all_revisions: false, include_trashed: false } },
  sha256(),
);
manifest.add({ kind: 'documents', id: 'doc_1' });
manifest.add({ kind: 'revisions', id: 'rev_1' });
console.log(manifest.digest().slice(0, 16)); // 23a5f1921923f07a
