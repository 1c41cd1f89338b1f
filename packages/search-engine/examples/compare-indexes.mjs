import { BUCKETS, BucketDigests, bucketNumber } from '@notes/search-engine';

const library = new BucketDigests();
const index = new BucketDigests();
for (const digests of [library, index]) digests.add({ id: 'document_1', version: 'revision_1' });
library.add({ id: 'document_2', version: 'revision_1' });

const all = { from: 0, to: BUCKETS };
const inLibrary = library.list(all);
const different = index.list(all).filter(({ bucket, digest }) => inLibrary[bucket]?.digest !== digest);
console.log(different.map(({ bucket }) => bucket === bucketNumber('document_2'))); // [ true ]
