// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const READY = /^listening on (http:\/\/\S+)$/;

/**
 * Starts a command that runs the service, checks its health and its page, ends it by SIGTERM, and checks for a clean
 * exit.
 * @param {[string, ...string[]]} command
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, ownOutput?: RegExp, readyWithinMs?: number,
 * useCommands?: (address: string) => Promise<void> }} options
 * ownOutput: lines of standard output that are not the server's; use: what is done with the running service
 * @returns {Promise<{ readyMs: number, stopMs: number }>}
 * @throws when the service does not get ready, prints other lines, is not healthy, or leaves anything behind
 */
export async function testService([file, ...args], options) {
  const { cwd, env = process.env, ownOutput, readyWithinMs = 300_000, useCommands } = options;
  const started = performance.now();
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  /** @type {string[]} */
  const lines = [];
  try {
    const address = await readyAddress(child, lines, ownOutput, readyWithinMs);
    const readyMs = performance.now() - started;
    const health = await fetch(`${address}/healthz`);
    assert.equal(health.status, 200);
    assert.equal(await health.text(), 'ok');
    await checkPage(address);
    await useCommands?.(address);
    const stopping = performance.now();
    child.kill('SIGTERM');
    const [code, signal] = await exited;
    assert.deepEqual({ code, signal }, { code: 0, signal: null }, 'the service should end with code 0 on SIGTERM');
    await assert.rejects(fetch(`${address}/healthz`), 'nothing should listen once the command has ended');
    assert.deepEqual(lines, [`listening on ${address}`], 'standard output carries the ready line and nothing else');
    return { readyMs: Math.round(readyMs), stopMs: Math.round(performance.now() - stopping) };
  } finally {
    child.kill('SIGTERM');
  }
}

/** Checks that the page of the web UI exists, with the files it names. */
async function checkPage(/** @type {string} */ address) {
  const page = await fetch(`${address}/`);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  const files = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  assert(files.length >= 2, 'the page names its script and its style');
  for (const path of files) assert.equal((await fetch(address + path)).status, 200, path);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string[]} lines collects standard output, for as long as it lasts
 * @param {RegExp | undefined} ownOutput
 * @param {number} withinMs
 * @returns {Promise<string>} the address of the ready line
 */
function readyAddress(child, lines, ownOutput, withinMs) {
  assert(child.stdout);
  const reader = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Error(`The service was not ready within ${withinMs} ms.`)), withinMs);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The service exited with code ${code} before it was ready.`)));
    reader.on('line', (line) => {
      if (line === '' || ownOutput?.test(line)) return;
      lines.push(line);
      const address = READY.exec(line)?.[1];
      if (!address) return;
      clearTimeout(giveUp);
      resolve(address);
    });
  });
}
