import { fileURLToPath } from 'node:url';
import { bundleCommand } from '@notes/tooling/bundle';

await bundleCommand(fileURLToPath(new URL('.', import.meta.url)), 'notes');
