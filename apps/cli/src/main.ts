#!/usr/bin/env node
import { explainOldNode } from '@notes/operations/config';
import { run } from './run.js';

// Files created by this process are private to the user.
process.umask(0o077);
// A closed pipe, as by `head`, is not an error; a full disk is.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`notes: The output cannot be written (${error.code})\n`);
  process.exit(1);
});
const refusal = explainOldNode(process.versions.node);
if (refusal !== undefined) {
  process.stderr.write(`notes: ${refusal}\n`);
  process.exit(1);
}
process.exitCode = await run({
  argv: process.argv.slice(2),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
