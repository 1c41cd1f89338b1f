import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import requirements from '../requirements/requirements.json' with { type: 'json' };
import { root, workspacePackages } from '../run/workspace.mjs';

/** Pattern of a requirement, cited as `[N-PUT-SAME]` in the title of a test or of a group of tests. */
const CITATION = /\[([A-Z]{1,8}(?:-[A-Z0-9]{2,})+)\]/g;
const NOT_SOURCES = new Set(['node_modules', 'dist', '.turbo', '.test-results']);

const requirementIds = Object.values(requirements).flatMap((section) => Object.keys(section));

function listTestFiles(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return NOT_SOURCES.has(entry.name) ? [] : listTestFiles(path);
    return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Returns the name of the called function, `it` for `it.each(rows)('…')`. */
function getCalledName(call: ts.CallExpression): string | undefined {
  let at: ts.Expression = call.expression;
  while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at) || ts.isTaggedTemplateExpression(at))
    at = ts.isTaggedTemplateExpression(at) ? at.tag : at.expression;
  return ts.isIdentifier(at) ? at.text : undefined;
}

/** Returns the titles of tests and groups in a file. */
function readTitles(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ['it', 'test', 'describe'].includes(getCalledName(node) ?? '')) {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title)) found.push(title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const citations = workspacePackages(root)
  .flatMap(({ dir }) => listTestFiles(dir))
  .flatMap((path) =>
    readTitles(path).flatMap((title) =>
      [...title.matchAll(CITATION)].map(([, id]) => ({ id, file: relative(root, path) })),
    ),
  );

it('every requirement is cited by a test', () => {
  const cited = new Set(citations.map(({ id }) => id));
  expect(requirementIds.filter((id) => !cited.has(id))).toEqual([]);
});

it('every tag in a test title names a requirement', () => {
  const known = new Set(requirementIds);
  expect(citations.filter(({ id }) => !known.has(id as string))).toEqual([]);
});

it('every requirement is listed once and is a sentence', () => {
  expect(requirementIds.filter((id, index) => requirementIds.indexOf(id) !== index)).toEqual([]);
  for (const id of requirementIds) expect(`[${id}]`).toMatch(new RegExp(`^${CITATION.source}$`));
  for (const sentence of Object.values(requirements).flatMap((section) => Object.values(section)))
    expect(sentence).toMatch(/^[A-Z/*].*\.$/);
});
