#!/usr/bin/env node
const { runProgram } = await import('./program.js');
await runProgram(process.argv, process.env);
