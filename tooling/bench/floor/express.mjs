// @ts-check
// Express without any further work. Usage: node express.mjs <bytes of the answer>
import { createServer } from 'node:http';
import express from 'express';
import { announce } from './ready.mjs';

const answer = { body: 'x'.repeat(Number(process.argv[2])) };
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.get('/api/v1/documents/:id', (/** @type {any} */ _request, /** @type {any} */ response) => response.json(answer));
announce(createServer(app));
