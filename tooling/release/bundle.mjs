// @ts-check
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packExtension } from '@anthropic-ai/mcpb';
import { readManifest } from '../run/workspace.mjs';
import { stageApps } from './stage-apps.mjs';

const MODE = 0o644;

/**
 * Packs the bundle with which desktop clients install the server for assistants: the built server, the packages it
 * loads and their addons for every system. The same sources give the same bytes.
 * @param {string} root
 * @param {string} output path of the `.mcpb`
 * @throws when its manifest is not valid
 */
export async function buildBundle(root, output) {
  const source = join(root, 'apps', 'server', 'mcpb');
  const staged = mkdtempSync(join(tmpdir(), 'notes-bundle-'));
  try {
    for (const name of readdirSync(source)) {
      copyFileSync(join(source, name), join(staged, name));
      chmodSync(join(staged, name), MODE);
    }
    writeFileSync(
      join(staged, 'bundled-server.json'),
      JSON.stringify({ program: stageApps(root, staged, ['server']).get('notes-server') }),
      { mode: MODE },
    );
    const manifest = join(staged, 'manifest.json');
    writeFileSync(manifest, JSON.stringify(await completeManifest(root, manifest), null, 2));
    if (!(await packExtension({ extensionPath: staged, outputPath: output, silent: true })))
      throw new Error('The bundle could not be packed. See the output above.');
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
  writeFileSync(output, normalizeZip(readFileSync(output)));
}

/**
 * Completes the manifest with values from elsewhere: the server's version, and the tools of the contract.
 * @param {string} root
 * @param {string} path
 */
async function completeManifest(root, path) {
  const built = join(root, 'packages', 'contract', 'dist', 'tools', 'index.js');
  const { tools } = await import(pathToFileURL(built).href);
  return {
    ...JSON.parse(readFileSync(path, 'utf8')),
    version: readManifest(join(root, 'apps', 'server')).version,
    tools: tools.map((/** @type {{ name: string, description: string }} */ { name, description }) => ({
      name,
      description,
    })),
  };
}

/** Start of the times a ZIP has: midnight of 1 January 1980, the time before the date. */
const EPOCH = 0x0021_0000;
const END_BYTES = 22;

/**
 * Returns a ZIP whose entries are in the order of their names and were all made at its epoch; the packer writes them in
 * the order of the file system, with the time it ran. Offsets are those of PKWARE's APPNOTE, 4.3.7 to 4.3.16, of an
 * archive without a comment and of less than 65,535 entries.
 * @param {Buffer} zip
 * @returns {Buffer}
 */
function normalizeZip(zip) {
  const end = Buffer.from(zip.subarray(-END_BYTES));
  const directory = end.readUInt32LE(16);
  /** @type {{ name: string, record: Buffer, from: number }[]} */
  const entries = [];
  for (let at = directory, left = end.readUInt16LE(10); left > 0; left -= 1) {
    const [nameBytes = 0, ...rest] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const size = rest.reduce((sum, length) => sum + length, 46 + nameBytes);
    const record = Buffer.from(zip.subarray(at, at + size));
    entries.push({ name: record.toString('utf8', 46, 46 + nameBytes), record, from: record.readUInt32LE(42) });
    at += size;
  }
  const starts = [...entries.map(({ from }) => from), directory].sort((a, b) => a - b);
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = [];
  let offset = 0;
  for (const { record, from } of entries) {
    const file = Buffer.from(zip.subarray(from, starts[starts.indexOf(from) + 1]));
    file.writeUInt32LE(EPOCH, 10);
    record.writeUInt32LE(EPOCH, 12);
    record.writeUInt32LE(offset, 42);
    offset += file.length;
    files.push(file);
  }
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...entries.map(({ record }) => record), end]);
}
