// write.mjs DIR one-by-one|at-once COUNT [PREFIX]: writes notes, then reports the longest wait of a write.
import { NO_DERIVED, openStore } from '@notes/storage';

const [dataDir, manner, count, prefix = `p${process.pid}`] = process.argv.slice(2);
const store = openStore({ dataDir, create: false, exclusive: false, holder: 'a writer', initialise: () => {} });

async function write(n) {
  const start = performance.now();
  const id = `doc_${prefix}_${n}`;
  const body = `body of ${id}`;
  await store.write((unit) =>
    unit.documents.insert({
      id,
      revisionId: `rev_${prefix}_${n}`,
      notebookPk: unit.notebooks.get('nb_notes').pk,
      origin: 'cli',
      title: id,
      body,
      sizeBytes: body.length,
      excerpt: '',
      derived: NO_DERIVED,
      at: 1,
      createdAt: 1,
      updatedAt: 1,
    }),
  );
  return performance.now() - start;
}

console.log('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
process.stdin.pause();
const numbers = Array.from({ length: Number(count) }, (_, n) => n);
let slowest = 0;
if (manner === 'at-once') slowest = Math.max(...(await Promise.all(numbers.map(write))));
else for (const n of numbers) slowest = Math.max(slowest, await write(n));
console.log(`slowest ${slowest.toFixed(0)}`);
store.close();
