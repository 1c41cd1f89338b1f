// open.mjs DIR create|open exclusive|shared [HOLDER]: opens a library, reports it, and closes it when its input ends.
import { openStore } from '@notes/storage';

const [dataDir, create, exclusive, holder = `process ${process.pid}`] = process.argv.slice(2);
console.log('starting');
try {
  const store = openStore({
    dataDir,
    create: create === 'create',
    exclusive: exclusive === 'exclusive',
    holder,
    initialise: (unit) => {
      unit.notebooks.insert({ id: 'nb_notes', name: 'Notes', parentPk: null, iconEmoji: null, at: 1 });
      unit.meta.set('database_id', holder);
    },
  });
  console.log(`open ${store.read((reader) => reader.meta.get('database_id'))}`);
  process.stdin.resume().once('end', () => store.close());
} catch (error) {
  console.log(`${error.reason ?? error.name}: ${error.message}`);
}
