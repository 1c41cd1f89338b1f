import { fileURLToPath } from 'node:url';
import { bundleCommand } from '@notes/tooling/bundle';

const folder = fileURLToPath(new URL('.', import.meta.url));

// LanceDB has one addon for each system.
await bundleCommand(folder, 'notes-search', { external: [/^@lancedb\/lancedb-/, /\.node$/] });
