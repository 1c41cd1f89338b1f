import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeLibrary, fixturesFolder, unpackFixture, withLibrary } from '../release/library-fixture.mjs';
import { readManifest, root } from '../run/workspace.mjs';

const { version } = readManifest(join(root, 'apps', 'server'));
const versions = readdirSync(fixturesFolder(root)).sort();

it('every version in the changelog has a library fixture [UPGRADE-FIXTURES]', () => {
  const changelog = readFileSync(join(root, 'apps', 'server', 'CHANGELOG.md'), 'utf8');
  expect(versions).toEqual(Array.from(changelog.matchAll(/^## (\S+)$/gm), ([, released]) => released).sort());
});

describe.each(versions)('the library of version %s', (released) => {
  it('opens in this version with every note, link, attachment, tag, revision and search [UPGRADE-FIXTURES]', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'notes-upgrade-'));
    onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
    const dataDir = join(temporary, 'data');
    const fixture = join(fixturesFolder(root), released);
    unpackFixture(fixture, dataDir);
    const contents = JSON.parse(readFileSync(join(fixture, 'contents.json'), 'utf8'));
    expect(contents.documents.length).toBeGreaterThan(2);

    // A later version may add fields, but not change these.
    for (const create of [false, true])
      expect(await withLibrary(root, dataDir, { version, create }, describeLibrary)).toMatchObject(contents);
    const { checks } = await withLibrary(root, dataDir, { version, create: false }, (call) =>
      call('checkLibrary', { deep: true }),
    );
    const findings = checks.filter(({ status }: { status: string }) => status !== 'ok');
    // Free disk space of this machine is not a property of the library.
    expect(findings.filter(({ check }: { check: string }) => check !== 'disk_space')).toEqual([]);
  });
});
