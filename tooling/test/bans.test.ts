import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../run/workspace.mjs';

const run = promisify(execFile);

/** Path, one statement, and a word of the diagnostic it must raise; without a word it must pass. */
const cases: [path: string, statement: string, diagnostic?: string][] = [
  ['packages/a/src/eval.ts', 'export const f = (s: string) => eval(s);', 'noGlobalEval'],
  ['packages/a/src/function.ts', 'export const f = (s: string) => new Function(s);', 'noImpliedEval'],
  ['packages/a/src/env.ts', 'export const home = process.env.HOME;', 'noProcessEnv'],
  ['apps/cli/src/env.ts', 'export const home = process.env.HOME;'],
  ['packages/a/src/argv.ts', 'export const args = process.argv;', 'command line'],
  ['apps/cli/src/argv.ts', 'export const args = process.argv;'],
  ['packages/a/src/console.ts', 'export const f = () => console.log(1);', 'noConsole'],
  ['packages/a/src/fetch.ts', "export const f = () => fetch('http://x/');", 'noRestrictedGlobals'],
  [
    'packages/a/src/regexp.ts',
    "export const f = (s: string) => new RegExp(s, 'u');",
    'regular expression as a literal',
  ],
  [
    'packages/a/src/regexp-call.ts',
    'export function f(s: string) {\n  return RegExp(s);\n}',
    'regular expression as a literal',
  ],
  ['packages/a/src/regexp-top.ts', "const A = '[a-z]';\nexport const word = new RegExp(`^${A}+$`, 'u');"],
  ['packages/a/src/database.ts', "export const f = (Database: any) => new Database('x');", 'Open the database'],
  ['packages/storage/src/open.ts', "export const f = (openSqlite: any) => openSqlite('x');", 'Open the database'],
  ['packages/storage/src/library/connection.ts', "export const f = (Database: any) => new Database('x');"],
  [
    'packages/a/src/sql-template.ts',
    'export const f = (d: any, v: string) => d.prepare(`select ${v}`);',
    'SQL as a constant',
  ],
  ['packages/a/src/sql-plus.ts', "export const f = (d: any, v: string) => d.exec('select ' + v);", 'SQL as a constant'],
  [
    'packages/a/src/sql-constant.ts',
    "const C = 'a, b';\nexport const f = (d: any) => d.prepare(`select ${C} from t`);",
  ],
  [
    'apps/a/src/decode.ts',
    'export function f(s: string) {\n  try {\n    decodeURIComponent(s);\n    return true;\n  } catch {\n    return false;\n  }\n}',
    'Use the result',
  ],
  ['apps/a/src/decoded.ts', 'export const f = (g: any, s: string) => {\n  g(decodeURIComponent(s));\n};'],
  ['apps/web/src/html.ts', 'export const f = (e: Element, s: string) => {\n  e.innerHTML = s;\n};', 'sanitiser'],
  [
    'apps/web/src/adjacent.ts',
    "export const f = (e: Element, s: string) => e.insertAdjacentHTML('afterend', s);",
    'sanitiser',
  ],
  ['apps/web/src/sanitiser/html.ts', 'export const f = (e: Element, s: string) => {\n  e.innerHTML = s;\n};'],
  [
    'packages/a/src/floating.ts',
    'const f = async () => 1;\nexport const g = () => {\n  f();\n};',
    'noFloatingPromises',
  ],
  [
    'packages/a/src/misused.ts',
    'const f = async () => true;\nexport const g = () => (f() ? 1 : 2);',
    'noMisusedPromises',
  ],
  ['packages/a/src/only.test.ts', "import { it } from 'vitest';\nit.only('x', () => {});", 'noFocusedTests'],
  ['packages/a/src/skip.test.ts', "import { it } from 'vitest';\nit.skip('x', () => {});", 'noSkippedTests'],
];

let dir = '';
let diagnostics: { category: string; message: string; severity: string; location: { path: string } }[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'notes-bans-'));
  cpSync(join(root, 'biome.json'), join(dir, 'biome.json'));
  cpSync(join(root, 'tooling', 'lint'), join(dir, 'tooling', 'lint'), { recursive: true });
  for (const [path, statement] of cases) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), `${statement}\n`);
  }
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.'];
  const { stdout } = await run(biome, args, { cwd: dir }).catch((error) => error);
  diagnostics = JSON.parse(stdout).diagnostics;
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('the lint bans', () => {
  const errors = (path: string) =>
    diagnostics
      .filter(({ severity, location }) => severity === 'error' && location.path === path)
      .map(({ category, message }) => `${category} ${message}`);

  it.each(cases.filter(([, , diagnostic]) => diagnostic))('refuse %s: %s', (path, _, diagnostic) => {
    expect(errors(path)).toEqual([expect.stringContaining(diagnostic ?? '')]);
  });

  it.each(cases.filter(([, , diagnostic]) => !diagnostic))('allow %s: %s', (path) => {
    expect(errors(path)).toEqual([]);
  });
});
