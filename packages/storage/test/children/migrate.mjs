// migrate.mjs DIR SQL: opens a library with one more schema step, the SQL file, and reports the result.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openStore } from '@notes/storage';
import { migrations } from '../../dist/library/migrations.js';

const [dataDir, path] = process.argv.slice(2);
const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
const step = { version: migrations.at(-1).version + 1, file: pathToFileURL(path), sha256 };
const options = { dataDir, create: false, exclusive: true, holder: 'a migration', initialise: () => {} };
console.log('starting');
const store = openStore(options, { migrations: [...migrations, step] });
console.log(`schema ${store.schemaVersion}`);
store.close();
