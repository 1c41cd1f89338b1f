// lock.mjs PATH HOLDER MS: takes a lock, for which it waits so long; says so, and removes it when its input ends.
import { acquireLock } from '@notes/storage';

const [path, holder, waitMs] = process.argv.slice(2);
console.log('asks');
try {
  const lock = acquireLock(path, holder, { waitMs: Number(waitMs) });
  console.log('held');
  process.stdin.resume().once('end', () => lock.remove());
} catch (error) {
  console.log(`${error.reason}: ${error.message}`);
}
