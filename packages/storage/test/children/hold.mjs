// hold.mjs DATABASE MS: holds SQLite's write lock for MS milliseconds, then releases it and ends.
import { openSqlite } from '../../dist/library/driver.js';

const [path, ms] = process.argv.slice(2);
const database = openSqlite(path, { fileMustExist: true });
database.exec('BEGIN IMMEDIATE');
console.log('held');
setTimeout(() => {
  database.exec('ROLLBACK');
  database.close();
  console.log('free');
}, Number(ms));
