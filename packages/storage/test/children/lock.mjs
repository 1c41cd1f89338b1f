// lock.mjs PATH HOLDER MS: acquires a lock, waiting up to MS milliseconds, reports it, and removes it when its input
// ends.
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
