import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { joinFiles } from '../bundle/join-files.mjs';

type Chunk = Rolldown.OutputChunk;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-join-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const makeChunk = (fileName: string, code: string, imports: string[] = [], isDynamicEntry = false) =>
  ({ fileName, code, imports, isDynamicEntry, facadeModuleId: `/${fileName}` }) as unknown as Chunk;

/** Bundle whose program loads `deep.js` directly and by `later.js`, which is not joined. */
const chunks = [
  makeChunk(
    'main.js',
    `const shared = require("./shared.js");
shared.seen.push("main");
Promise.resolve().then(() => require("./program.js")).then(({ run }) => run());`,
    ['shared.js'],
  ),
  makeChunk('shared.js', 'exports.seen = [];'),
  makeChunk(
    'program.js',
    `const shared = require("./shared.js");
const deep = require("./deep.js");
exports.run = async () => {
  const { same } = await Promise.resolve().then(() => require("./later.js"));
  console.log(JSON.stringify({ seen: shared.seen, isSame: same === deep.value, file: deep.file }));
};`,
    ['shared.js', 'deep.js'],
    true,
  ),
  makeChunk(
    'deep.js',
    `const circle = require("./circle.js");
require("./shared.js").seen.push("deep");
exports.value = {};
exports.file = require("node:path").basename(__filename);
exports.fromCircle = circle.read;`,
    ['shared.js', 'circle.js'],
  ),
  makeChunk('circle.js', 'const deep = require("./deep.js");\nexports.read = () => deep.value;', ['deep.js']),
  makeChunk('later.js', 'exports.same = require("./deep.js").fromCircle();', ['deep.js'], true),
];

function runBundle(codes: ReadonlyMap<string, string>) {
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  for (const [name, code] of codes) writeFileSync(join(folder, name), code);
  return JSON.parse(execFileSync(process.execPath, [join(folder, 'main.js')], { encoding: 'utf8' }));
}

it('joins the files of a program, and each module runs once, also when a separate file requires it later', () => {
  const separate = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
  const expected = { seen: ['main', 'deep'], isSame: true, file: 'deep.js' };
  expect(runBundle(separate)).toEqual(expected);
  const joined = joinFiles(chunks, 'main.js', [['/program.js']]);
  expect(joined.get('main.js')).toContain('=> require("./program-joined.js")');
  expect(joined.get('program-joined.js')).not.toContain('exports.seen = []');
  expect(runBundle(joined)).toEqual(expected);
});

it('joins what a joined program imports without the files that are loaded already', () => {
  const joined = joinFiles(chunks, 'main.js', [['/program.js'], ['/program.js', '/later.js']]);
  expect(joined.get('later-joined.js')).not.toContain('exports.value');
  expect(joined.get('program-joined.js')).toContain('=> require("./later-joined.js")');
  expect(runBundle(joined)).toEqual({ seen: ['main', 'deep'], isSame: true, file: 'deep.js' });
});

it('gives the same error again for a module that throws', () => {
  const failing = [
    makeChunk(
      'main.js',
      `const load = () => Promise.resolve().then(() => require("./program.js")).catch((error) => error.message);
load().then(async (first) => console.log(JSON.stringify([first, await load()])));`,
    ),
    makeChunk('program.js', 'require("./deep.js");', ['deep.js'], true),
    makeChunk('deep.js', 'throw new Error("broken");'),
  ];
  expect(runBundle(joinFiles(failing, 'main.js', [['/program.js']]))).toEqual(['broken', 'broken']);
});

it('refuses a module that is not imported dynamically', () => {
  expect(() => joinFiles(chunks, 'main.js', [['/deep.js']])).toThrow('/deep.js is not imported dynamically.');
});
