import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedder } from '@notes/embeddings';
import { writeConceptModel } from '@notes/embeddings/testing';

const path = await mkdtemp(join(tmpdir(), 'notes-model-'));
await writeConceptModel(path);

const model = await openEmbedder({ kind: 'static', path });
const notes = ['Purchased an automobile', 'Ein Hund im Garten', '医院的医生'];
const vectors = await model.embed(notes, 'document');
const [query] = await model.embed(['doctor'], 'query');

const similarity = (vector) => vector.reduce((sum, number, index) => sum + number * query[index], 0);
const scores = vectors.map(similarity);
console.log(notes[scores.indexOf(Math.max(...scores))]); // 医院的医生

await model.close();
await rm(path, { recursive: true });
