// @ts-check
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packExtension } from '@anthropic-ai/mcpb';
import { readManifest } from '../run/workspace.mjs';

const MODE = 0o644;

/**
 * Packs the bundle that desktop clients install the server's assistant door from, out of what is built. The same
 * sources give the same bytes.
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
    const manifest = join(staged, 'manifest.json');
    writeFileSync(manifest, JSON.stringify(await completeManifest(root, manifest), null, 2));
    if (!(await packExtension({ extensionPath: staged, outputPath: output, silent: true })))
      throw new Error('the bundle could not be packed: see above');
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
  writeFileSync(output, withoutTimes(readFileSync(output)));
}

/**
 * The manifest with what is said elsewhere: the server's version, and the tools of the contract.
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

/** The first moment a ZIP can tell: midnight of 1 January 1980, the time before the date. */
const EPOCH = 0x0021_0000;

/**
 * A ZIP whose entries were all made at its epoch; the packer writes when it ran.
 * Offsets are those of PKWARE's APPNOTE, 4.3.7 to 4.3.16, of an archive without a comment.
 * @param {Buffer} zip
 * @returns {Buffer}
 */
function withoutTimes(zip) {
  const end = zip.length - 22;
  let entry = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    zip.writeUInt32LE(EPOCH, entry + 12);
    zip.writeUInt32LE(EPOCH, zip.readUInt32LE(entry + 42) + 10);
    const parts = [28, 30, 32].map((offset) => zip.readUInt16LE(entry + offset));
    entry += parts.reduce((sum, length) => sum + length, 46);
  }
  return zip;
}
