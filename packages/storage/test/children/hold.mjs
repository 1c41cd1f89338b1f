// hold.mjs DATABASE MS: holds SQLite's write lock for so long, then lets go and ends.
import Database from 'better-sqlite3';

const [path, ms] = process.argv.slice(2);
const database = new Database(path, { fileMustExist: true });
database.exec('BEGIN IMMEDIATE');
console.log('held');
setTimeout(() => {
  database.exec('ROLLBACK');
  database.close();
  console.log('free');
}, Number(ms));
