import { fileURLToPath } from 'node:url';
import { bundleCommand } from '@notes/tooling/bundle';

const getPath = (path) => fileURLToPath(new URL(path, import.meta.url));

await bundleCommand(getPath('.'), 'notes-server', {
  replaced: { 'body-parser': getPath('body-parser.cjs'), depd: getPath('depd.cjs') },
});
