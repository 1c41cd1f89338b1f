import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../../.dependency-cruiser.mjs';
import { cruiseImports } from '../checks/cruise.mjs';

/** Modules that each break one rule and nothing else. `@notes/…` names resolve to the workspace made below. */
const violations: Record<string, [path: string, source: string]> = {
  'no-circular': [
    'packages/operations/src/circle.ts',
    "import type { b } from './ring.js';\nexport const a: typeof b = 1;",
  ],
  'not-to-unresolvable': ['packages/operations/src/lost.ts', "import './nowhere.js';"],
  'entries-only': ['packages/operations/src/internals.ts', "import '../../storage/src/index.js';"],
  'pure-stands-alone': ['packages/markdown-blocks/src/neighbour.ts', "import '@notes/query-language';"],
  'pure-without-node': ['packages/markdown-blocks/src/files.ts', "import 'node:fs';"],
  'pure-without-dependencies': ['packages/query-language/src/library.ts', "import 'zod';"],
  'contract-without-node': ['packages/contract/src/files.ts', "import 'node:fs';"],
  'contract-of-schemas': ['packages/contract/src/library.ts', "import 'diff';"],
  'sql-in-storage': ['packages/operations/src/sql.ts', "import 'better-sqlite3';"],
  'http-in-server': ['packages/operations/src/http.ts', "import type {} from 'express';"],
  'no-sockets-in-packages': ['packages/operations/src/socket.ts', "import 'node:http';"],
  'no-child-process': ['apps/server/src/shell.ts', "import 'node:child_process';"],
  'no-vm': ['apps/server/src/vm.ts', "import 'node:vm';"],
  'no-dev-dependencies': ['packages/operations/src/dev.ts', "import 'vitest';"],
  'no-tests-in-sources': ['packages/operations/src/helped.ts', "import './helper.test.js';"],
  'no-testing-in-sources': ['packages/sync-protocol/src/simulated.ts', "import './testing/index.js';"],
  'diagram-packages-contract': ['packages/contract/src/up.ts', "import type {} from '@notes/operations';"],
  'diagram-packages-markdown-view': ['packages/markdown-view/src/up.ts', "import '@notes/contract';"],
  'diagram-packages-note-formats': ['packages/note-formats/src/up.ts', "import '@notes/contract';"],
  'diagram-packages-sync-protocol': ['packages/sync-protocol/src/up.ts', "import '@notes/storage';"],
  'diagram-packages-embeddings': ['packages/embeddings/src/across.ts', "import '@notes/query-language';"],
  'diagram-packages-search-engine': ['packages/search-engine/src/up.ts', "import '@notes/contract';"],
  'diagram-packages-storage': ['packages/storage/src/up.ts', "import '@notes/contract';"],
  'diagram-packages-operations': ['packages/operations/src/up.ts', "import '@notes/server';"],
  'diagram-apps-web': ['apps/web/src/down.ts', "import '@notes/operations';"],
  'diagram-apps-server': ['apps/server/src/across.ts', "import '@notes/cli';"],
  'diagram-apps-cli': ['apps/cli/src/down.ts', "import '@notes/storage';"],
  'diagram-apps-search-sidecar': ['apps/search-sidecar/src/down.ts', "import '@notes/operations';"],
};

/** Modules that come close to breaking a rule but comply. */
const allowed: [path: string, source: string][] = [
  ['packages/operations/src/down.ts', "import '@notes/storage';\nimport 'node:fs';\nimport 'diff';"],
  ['packages/storage/src/sql.ts', "import 'better-sqlite3';"],
  ['packages/contract/src/schemas.ts', "import 'zod';\nimport '@notes/query-language';"],
  ['packages/query-language/src/files.test.ts', "import 'node:fs';\nimport 'vitest';"],
  ['packages/archive-manifest/src/node/files.ts', "import 'node:fs';"],
  ['packages/sync-protocol/src/suites/suite.ts', "import 'node:assert';"],
  ['packages/sync-protocol/src/testing/model.ts', "import './index.js';\nimport 'node:crypto';"],
  ['packages/search-engine/src/http/json-client.ts', "import 'node:http';"],
  ['packages/operations/test/server.test.ts', "import '@notes/server';\nimport 'node:child_process';"],
  ['apps/server/src/http.ts', "import 'express';\nimport 'node:http';"],
  ['apps/cli/src/editor.ts', "import 'node:child_process';"],
  ['apps/server/mcpb/launcher.mjs', "import 'node:child_process';"],
];

const extras: [path: string, source: string][] = [
  ['packages/operations/src/ring.ts', "import type { a } from './circle.js';\nexport const b: typeof a = 1;"],
  ['packages/operations/src/helper.test.ts', 'export {};'],
  ['packages/sync-protocol/src/testing/index.ts', 'export {};'],
];
const libraries = ['zod', 'diff', 'better-sqlite3', 'express'];

let dir = '';
let found: { rule: string; from: string }[] = [];

function write(path: string, text: string) {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

/** Makes a small workspace: the packages and libraries that the modules above import, so that their names resolve. */
function writeWorkspace() {
  const modules = [...Object.values(violations), ...allowed, ...extras];
  const packages = new Set(modules.map(([path]) => path.split('/').slice(0, 2).join('/')));
  const dependencies = Object.fromEntries(libraries.map((name) => [name, '1.0.0']));
  for (const path of packages) {
    const name = path.replace(/^[a-z]+/, '@notes');
    const exports = { '.': { '@notes/source': './src/index.ts' } };
    write(
      `${path}/package.json`,
      JSON.stringify({ name, exports, dependencies, devDependencies: { vitest: '1.0.0' } }),
    );
    write(`${path}/src/index.ts`, 'export {};');
    mkdirSync(join(dir, 'node_modules', '@notes'), { recursive: true });
    symlinkSync(join(dir, path), join(dir, 'node_modules', name));
  }
  for (const name of [...libraries, 'vitest']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  for (const [path, source] of modules) write(path, source);
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'notes-imports-'));
  writeWorkspace();
  found = (await cruiseImports(dir)).violations;
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('the import rules', () => {
  const rulesBrokenBy = (path: string) => found.filter(({ from }) => from === path).map(({ rule }) => rule);

  it('each have a violating case and a reason', () => {
    expect(config.forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(violations).sort());
    for (const { comment, severity } of config.forbidden) {
      expect(comment.length).toBeGreaterThan(40);
      expect(severity).toBe('error');
    }
  });

  it.each(Object.entries(violations))('%s is broken by %j', (rule, [path]) => {
    expect(rulesBrokenBy(path)).toEqual([rule]);
  });

  it.each(allowed)('allow %s: %j', (path) => {
    expect(rulesBrokenBy(path)).toEqual([]);
  });
});
