import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundleCommand } from '@notes/tooling/bundle';

const getPath = (path) => fileURLToPath(new URL(path, import.meta.url));
const requireHere = createRequire(import.meta.url);

await bundleCommand(getPath('.'), 'notes-server', {
  replaced: {
    express: getPath('express.cjs'),
    router: createRequire(requireHere.resolve('express')).resolve('router'),
  },
});
