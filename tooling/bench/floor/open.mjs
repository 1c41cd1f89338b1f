// @ts-check
// Floor of a command: opens the database of a library and reads the names of its notebooks. node open.mjs <database>
import { importFrom } from '../packages.mjs';

const { openSqlite } = await importFrom('apps/cli', '@notes/native/sqlite');
const database = openSqlite(process.argv[2] ?? '');
for (const name of database.prepare('SELECT name FROM notebooks').pluck().all()) process.stdout.write(`${name}\n`);
