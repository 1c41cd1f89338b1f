import { fileURLToPath } from 'node:url';
import { bundleCommand } from '@notes/tooling/bundle';

await bundleCommand(fileURLToPath(new URL('.', import.meta.url)), 'notes', {
  joined: [['run-search.js'], ['run-archive.js'], ['run.js'], ['run.js', '../../../packages/operations/dist/index.js']],
});
