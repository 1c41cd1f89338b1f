import { expect, it } from 'vitest';
import { type Manifest, parseKnownManifest, serializeManifest, sha256 } from '../src/index.js';
import { goldenFiles, manifestIn } from './support.js';

const manifest = manifestIn(goldenFiles('every-entity')) as Manifest;
const text = serializeManifest(manifest);
const { commit_sha256: commit } = manifest;

it('parseKnownManifest parses the text that an archive was committed with', () => {
  expect(parseKnownManifest(text, commit, sha256)).toEqual(manifest);
});

it('parseKnownManifest returns null for every other text, and for another commit', () => {
  const altered = Array.from(
    text,
    (character, at) => `${text.slice(0, at)}${character === '0' ? '1' : '0'}${text.slice(at + 1)}`,
  );
  const others = [
    ...altered,
    text.slice(0, -1),
    `${text}\n`,
    ` ${text}`,
    text.replace(',', ', '),
    JSON.stringify(manifest),
    '',
  ];
  for (const other of others) expect(parseKnownManifest(other, commit, sha256)).toBeNull();
  expect(parseKnownManifest(text, 'a'.repeat(64), sha256)).toBeNull();
});
