// maintain.mjs DIR HOLDER: acquires the maintenance lock, reports it, and holds it until its input ends.
import { openOnWorkerThread } from '@notes/storage';

const [dataDir, holder] = process.argv.slice(2);
const store = openOnWorkerThread({ dataDir });
try {
  const lock = store.lockMaintenance(holder);
  console.log('held');
  process.stdin.resume().once('end', () => lock.release());
} catch (error) {
  console.log(`${error.reason}: ${error.message}`);
}
