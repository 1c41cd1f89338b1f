// @ts-check
/** Writes the bundle for desktop clients to dist/notes.mcpb, or to the path in the first argument. */
import { resolve } from 'node:path';
import { say } from '../run/output.mjs';
import { root } from '../run/workspace.mjs';
import { buildBundle } from './bundle.mjs';

const output = resolve(process.argv[2] ?? `${root}/dist/notes.mcpb`);
await buildBundle(root, output);
say(`bundle: ${output}`);
