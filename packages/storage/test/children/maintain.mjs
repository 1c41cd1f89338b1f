// maintain.mjs DIR HOLDER: takes the lock for work on the library as a whole, says so, and holds it until it is ended.
import { openBeside } from '@notes/storage';

const [dataDir, holder] = process.argv.slice(2);
const store = openBeside({ dataDir });
try {
  store.lockMaintenance(holder);
  console.log('held');
  setInterval(() => {}, 1_000);
} catch (error) {
  console.log(`${error.reason}: ${error.message}`);
}
