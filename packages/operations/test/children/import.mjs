// Usage: import.mjs DATA FOLDER. Imports a folder and prints the number of finished files before each slice, and the
// result.
import { invoke, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';

const [dataDir, path] = process.argv.slice(2);
const library = await openLibrary({ config: loadConfig({ dataDir }, {}), serviceVersion: '0.0.0', create: true });
const context = { library, origin: 'cli', now: Date.now, progress: (done) => console.log(`${done}`) };
try {
  const { job } = await invoke('importFolder', context, { format: 'markdown', path });
  console.log(job.state);
} catch (error) {
  console.log(error.code ?? error.message);
}
library.store.close();
