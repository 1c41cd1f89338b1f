import { fileURLToPath } from 'node:url';
import { bundleCommand } from '@notes/tooling/bundle';

const folder = fileURLToPath(new URL('.', import.meta.url));
await bundleCommand(folder, { name: 'notes-server', through: '@notes/operations' });
