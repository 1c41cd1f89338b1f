#!/usr/bin/env node
import { explainOldNode } from '@notes/operations/config';
import { findCommandWord } from './find-command-word.js';
import { version } from './version.js';

// Files created by this process are private to the user.
process.umask(0o077);
// A closed pipe, as by `head`, is not an error; a full disk is.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`notes: The output cannot be written (${error.code})\n`);
  process.exit(1);
});
// Notices and progress that cannot be written are lost. They must not stop an import or another command in its middle.
process.stderr.on('error', () => {});
const refusal = explainOldNode(process.versions.node);
if (refusal !== undefined) {
  process.stderr.write(`notes: ${refusal}\n`);
  process.exit(1);
}
const argv = process.argv.slice(2);
if (argv.length === 1 && argv[0] === '--version') {
  // The commands take longer to load than Node takes to start.
  process.stdout.write(`${version}\n`);
} else void runCommand();

/** Runs the command. Its modules are loaded after the cache of compiled code is enabled, which makes them faster. */
async function runCommand(): Promise<void> {
  const { env, stdin, stdout, stderr } = process;
  const word = findCommandWord(argv);
  if (word === '__complete') {
    const { completeQuickly } = await import('./complete-quickly.js');
    const lines = await completeQuickly(argv, env, cacheCode);
    if (lines !== undefined) {
      for (const line of lines) stdout.write(`${line}\n`);
      return;
    }
  }
  await cacheCode();
  if (word === 'archive' && argv.includes('export')) {
    const { exportQuickly } = await import('./export-quickly.js');
    if (await exportQuickly(argv, env, process)) return;
  }
  const { run } = await loadProgram(word);
  process.exitCode = await run({ argv, env, stdin, stdout, stderr });
}

async function cacheCode(): Promise<void> {
  const { enableCompileCache } = await import('./compile-cache.js');
  enableCompileCache();
}

/** Loads the program for a command. The programs for frequent commands load only little. */
function loadProgram(word: string | undefined): Promise<typeof import('./run.js')> {
  if (word === 'search') return import('./run-search.js');
  return word === 'archive' ? import('./run-archive.js') : import('./run.js');
}
