// serve.mjs DIR: opens a library and runs the commands of its input, one per line: `write ID BYTES`, `upload ID BYTES`,
// `attachments`, `leftovers`, `count`, `failure`.
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { NO_DERIVED, openStore } from '@notes/storage';

const store = openStore({
  dataDir: process.argv[2],
  create: false,
  exclusive: false,
  holder: 'a server',
  initialise: () => {},
});

const commands = {
  write: (id, bytes) =>
    store.write((unit) => {
      const body = 'words of a note '.repeat(Number(bytes) / 16);
      const times = { at: 1, createdAt: 1, updatedAt: 1 };
      const made = {
        title: id,
        body,
        sizeBytes: body.length,
        excerpt: '',
        derived: NO_DERIVED,
        origin: 'rest',
        revisionId: `rev_${id}`,
      };
      unit.documents.insert({ ...made, ...times, id, notebookPk: unit.notebooks.get('nb_notes').pk });
      return 'written';
    }),
  upload: async (id, bytes) => {
    const received = await store.blobs.receive([Buffer.alloc(Number(bytes), id)], { maxBytes: Number(bytes) });
    await store.write((unit) => unit.resources.adopt(received, { id, filename: id, mimeType: 'text/plain', at: 1 }));
    return 'stored';
  },
  attachments: () => store.read((reader) => reader.resources.counts().resources),
  leftovers: () => readdirSync(store.paths.tmp).length,
  count: () => store.read((reader) => reader.documents.counts().active),
  failure: () => store.failure?.reason ?? 'none',
};

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...parameters] = line.split(' ');
  try {
    console.log(await commands[name](...parameters));
  } catch (error) {
    console.log(`${error.name} ${error.reason ?? error.message}`);
  }
}
store.close();
