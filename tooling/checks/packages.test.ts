import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Packed, packAll, publishablePackages } from '../release/pack.mjs';
import { readManifest, root } from '../run/workspace.mjs';

let temporary = '';
let packed: Packed[] = [];

/** The folder a package unpacks to, as a consumer gets it. */
const unpacked = (name: string) => join(temporary, name.replace('/', '-'));

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), 'notes-pack-'));
  packed = await packAll(root, temporary);
  for (const { name, tarball } of packed) {
    mkdirSync(unpacked(name));
    await promisify(execFile)('tar', ['-xzf', tarball, '--strip-components=1', '-C', unpacked(name)]);
  }
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

describe.each(publishablePackages(root).map(({ manifest }) => manifest.name))('%s as published', (name) => {
  const files = () => packed.find((entry) => entry.name === name)?.files ?? [];
  const manifest = () => readManifest(unpacked(name));

  it('holds its readme, its licence and its binaries', () => {
    const { bin = {}, exports } = manifest();
    expect(exports ?? Object.keys(bin)[0]).toBeDefined();
    const wanted = ['package.json', 'README.md', 'LICENSE', ...Object.values(bin)];
    expect(wanted.filter((file) => !existsSync(join(unpacked(name), file)))).toEqual([]);
  });

  it('holds no sources, tests or build state', () => {
    const stray =
      /^src\/|(^|\/)(test|bench|__tests__)\/|\.test\.|\.tsbuildinfo$|tsconfig|vitest|\.turbo|\.test-results/;
    expect(files().filter((file) => stray.test(file))).toEqual([]);
  });

  it('holds no module left over from a source that is gone', () => {
    const { path } = packed.find((entry) => entry.name === name) as Packed;
    const modules = files().filter((file) => /^dist\/(?!assets\/|bundle\/).*\.js$/.test(file));
    const source = (file: string) => join(root, path, file.replace(/^dist/, 'src').replace(/\.js$/, '.ts'));
    expect(modules.filter((file) => !existsSync(source(file)) && !existsSync(`${source(file)}x`))).toEqual([]);
  });

  it('passes publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: unpacked(name), pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('names neither the workspace nor its source condition', () => {
    const text = readFileSync(join(unpacked(name), 'package.json'), 'utf8');
    expect(text).not.toMatch(/@notes\/source|workspace:|catalog:|@notes\/tooling/);
  });

  it('pins its dependencies and says which Node it needs', () => {
    const { dependencies = {}, engines } = manifest();
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(engines).toEqual(readManifest(root).engines);
  });

  it('runs no script when it is installed', () => {
    const { scripts = {} } = manifest();
    expect(Object.keys(scripts).filter((script) => /install|prepare|prepublish/.test(script))).toEqual([]);
  });
});
