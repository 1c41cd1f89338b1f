import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { configKeys } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { listenerLimits } from '../src/options.js';
import { cleanUp, run, serve, temporaryFolder } from './support/binary.js';

cleanUp();

const at = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const readme = readFileSync(at('README.md'), 'utf8');

/** Formats the table of settings from the keys themselves. */
function settingsTable(): string {
  const formatDefault = (value: unknown) =>
    value === '' || (Array.isArray(value) && value.length === 0) ? 'none' : `\`${String(value)}\``;
  const rows = Object.entries(configKeys).map(
    ([key, { default: standard, summary }]) => `| \`${key}\` | ${formatDefault(standard)} | ${summary} |`,
  );
  return ['| Key | Default | Means |', '|---|---|---|', ...rows].join('\n');
}

describe('the README of the server', () => {
  it('lists every setting', () => {
    expect(readme).toContain(settingsTable());
  });

  it('shows the example, whose output matches its comments', async () => {
    const example = readFileSync(at('examples/first-note.mjs'), 'utf8');
    expect(readme).toContain(`\`\`\`js\n${example}\`\`\``);
    const url = await serve(temporaryFolder()).ready();
    const { stdout } = await promisify(execFile)(process.execPath, [at('examples/first-note.mjs'), url]);
    const promised = [...example.matchAll(/console\.log\(.*\/\/ (.+)$/gm)].map((match) => match[1]);
    expect(stdout.trim().split('\n')).toEqual(promised);
    expect(promised).toHaveLength(3);
  });

  it('names every flag and no other', async () => {
    const commands = ['serve', 'mcp', 'migrate', 'check-config', 'service install', 'service status'];
    const helps = await Promise.all(commands.map((command) => run([...command.split(' '), '--help']).ended));
    const flags = (text: string) =>
      [...new Set(text.match(/--[a-z][a-z-]+/g))].filter((flag) => !['--help', '--version'].includes(flag));
    const ofOthers = /^\w+\$ +notes .*$|^docker .*$|`(?:docker|journalctl|loginctl) [^`]*`/gm;
    const ofServer = readme.replaceAll(ofOthers, '');
    expect(flags(ofServer).sort()).toEqual(flags(helps.map(({ stdout }) => stdout).join('')).sort());
  });

  it('states the actual limits', () => {
    const { headersTimeout, maxHeaderSize, maxConnections, keepAliveTimeout, idleTimeout } = listenerLimits;
    expect(readme).toContain(`| headers | ${maxHeaderSize / 1024} KiB, within ${headersTimeout / 1000} s |`);
    expect(readme).toContain(
      `| connections | ${maxConnections}; closed after ${keepAliveTimeout / 1000} s between requests, or ${idleTimeout / 1000} s without a byte |`,
    );
  });
});
