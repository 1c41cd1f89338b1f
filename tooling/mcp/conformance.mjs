// @ts-check
/**
 * Checks the built MCP endpoint with external tools: the protocol's own conformance suite and the Inspector, at the
 * widest scopes, over HTTP and stdio. Usage: node conformance.mjs [checkout], where another built checkout is compared
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../bench/packages.mjs';
import { startServer } from '../bench/process.mjs';
import { serviceProgram } from '../run/workspace.mjs';
import { findExternalChecks } from './external-checks.mjs';
import { inspectTransports } from './inspector.mjs';
import { runSuite } from './suite.mjs';

const MAIN = serviceProgram(resolve(process.argv[2] ?? root));
const SETTINGS = ['mcp.default_scope=organizer', 'mcp.sync_scope=control', 'log.level=warn'];

function flags(/** @type {string} */ dataDir) {
  return ['--data-dir', dataDir, ...SETTINGS.flatMap((setting) => ['--set', setting])];
}

/** @returns {Promise<string[]>} faults */
async function check(/** @type {import('./external-checks.mjs').Outside} */ outside, /** @type {string} */ folder) {
  const service = await startServer([...[MAIN, 'serve', '--listen', '127.0.0.1:0'], ...flags(join(folder, 'http'))]);
  try {
    const url = new URL('/mcp', service.url);
    const doors = {
      http: { type: 'streamable-http', url: url.href },
      stdio: { command: process.execPath, args: [MAIN, 'mcp', ...flags(join(folder, 'stdio'))] },
    };
    return [...runSuite(outside, url, join(folder, 'suite')), ...inspectTransports(outside, doors, folder)];
  } finally {
    await service.stop();
  }
}

async function main() {
  const outside = findExternalChecks();
  if (typeof outside === 'string') {
    console.log(`skipped: ${outside}`);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'notes-mcp-'));
  try {
    const faults = await check(outside, folder);
    for (const fault of faults) console.error(fault);
    console.log(
      faults.length === 0 ? 'passed: the external checks find no fault, and they find the planted one' : 'FAILED',
    );
    return faults.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
