#!/usr/bin/env node
import { run } from './run.js';

// What this makes is the user's alone.
process.umask(0o077);
// A reader that has seen enough, such as `head`, is no fault; a full disk is.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`notes: the output cannot be written: ${error.code}\n`);
  process.exit(1);
});
process.exitCode = await run({
  argv: process.argv.slice(2),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
