import { canonicalJson, selectionManifest } from '@notes/archive-manifest';

console.log(canonicalJson({ b: [1, 'é'], a: null })); // {"a":null,"b":[1,"é"]}

const manifest = selectionManifest({
  databaseId: 'db_1',
  target: 'subset_transfer',
  policy: { all_revisions: false, include_trashed: false },
});
manifest.add({ kind: 'documents', id: 'doc_1' });
manifest.add({ kind: 'revisions', id: 'rev_1' });
console.log(manifest.digest().slice(0, 16)); // 23a5f1921923f07a
