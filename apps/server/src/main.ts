#!/usr/bin/env node
import { enableCompileCache } from '@notes/operations/config';

/** Runs the program. Modules that are loaded before cannot be reused from the cache, so the program is loaded after. */
async function main(): Promise<void> {
  const keepCode = enableCompileCache(process.env);
  const { runProgram } = await import('./program.js');
  await runProgram(process.argv, process.env, keepCode);
}

void main();
