#!/usr/bin/env node
import { enableCompileCache } from '@notes/operations/config';

// Modules that are loaded before cannot be reused from the cache, so the program is loaded after.
enableCompileCache();
const { runProgram } = await import('./program.js');
await runProgram(process.argv, process.env);
