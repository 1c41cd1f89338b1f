// @ts-check
/**
 * Stores a small library of the version that is about to be released, made by its built code: every later version has
 * to open and upgrade it. Run it once, right before the release; the fixture of a released version never changes.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../run/output.mjs';
import { readManifest, root } from '../run/workspace.mjs';
import { describeLibrary, fillLibrary, fixturesFolder, packFixture, withLibrary } from './library-fixture.mjs';

const { version } = readManifest(join(root, 'apps', 'server'));
const fixture = join(fixturesFolder(root), version);
if (existsSync(fixture))
  throw new Error(`${fixture} exists. Raise the version first, or remove it before its release.`);
const temporary = mkdtempSync(join(tmpdir(), 'notes-fixture-'));
try {
  const dataDir = join(temporary, 'data');
  const contents = await withLibrary(root, dataDir, { version, create: true }, async (call, upload) => {
    await fillLibrary(call, upload);
    return await describeLibrary(call);
  });
  packFixture(dataDir, fixture, contents);
  say(`fixture: ${fixture}`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
