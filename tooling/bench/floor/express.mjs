// @ts-check
// Express without any further work. Usage: node express.mjs <bytes of the answer>
import { createServer } from 'node:http';
import { importFrom } from '../packages.mjs';
import { announce } from './ready.mjs';

const { default: express } = await importFrom('apps/server', 'express');
const answer = { body: 'x'.repeat(Number(process.argv[2])) };
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.get('/api/v1/documents/:id', (/** @type {any} */ _request, /** @type {any} */ response) => response.json(answer));
announce(createServer(app));
