// Writes the files derived from the operation table, so that interface changes appear in review.
import { writeFileSync } from 'node:fs';
import { listRoutes } from '@notes/contract';
import { openApiDocument } from '@notes/contract/openapi';

const write = (name, text) => writeFileSync(new URL(name, import.meta.url), `${text}\n`);

write(
  'routes.txt',
  listRoutes()
    .map(({ method, path }) => `${method} ${path}`)
    .join('\n'),
);
write('openapi.json', JSON.stringify(openApiDocument('1'), null, 2));
