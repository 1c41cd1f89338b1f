// @ts-check
import { join, sep } from 'node:path';
import ts from 'typescript';
import { readManifest, workspacePackages } from '../run/workspace.mjs';

/** @typedef {{ report: string, exports: number, undocumented: string[] }} Api undocumented: names with their entry */

/** File that holds the API report of a package, in the folder of the package. */
export const REPORT_FILE = 'api-report.md';

/** Beginning of the description of every package without a stable interface. */
export const INTERNAL = 'Internal to Notes, may change in any release: ';

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

/**
 * Lists the libraries with a stable interface: those of `packages/` that do not call themselves internal.
 * @param {string} root
 */
export function listPublicLibraries(root) {
  return workspacePackages(root).filter(
    ({ path, manifest }) => path.startsWith('packages/') && !manifest.description?.startsWith(INTERNAL),
  );
}

/**
 * Describes what a built package exports to its users, from its declaration files.
 * @param {string} dir folder of the package
 * @returns {Api} the report in Markdown: the declaration of every export of every published entry, without comments, and
 *   behind them the declarations of the same package that these mention and that no entry exports
 * @throws Error when an entry has no declaration file: build the package first
 */
export function describeApi(dir) {
  const { name, exports = {}, publishConfig } = readManifest(dir);
  const entries = Object.entries(publishConfig?.exports ?? exports).flatMap(([key, target]) => {
    const types = typeof target === 'object' && target !== null && 'types' in target ? String(target.types) : null;
    return types === null ? [] : [{ specifier: name + key.slice(1), file: join(dir, types) }];
  });
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, skipLibCheck: true, types: [] },
  );
  const checker = program.getTypeChecker();
  const listed = entries.map(({ specifier, file }) => ({ specifier, exported: listExports(checker, program, file) }));
  const all = new Set(listed.flatMap(({ exported }) => exported.map(({ symbol }) => symbol)));
  const described = listed.map(({ specifier, exported }) => describeEntry(checker, dir, specifier, exported, all));
  const heading = `# API report of ${name}\n\nWritten by \`npm run api\`; a test compares it with the built types.\n`;
  return {
    report: [heading, ...described.map(({ text }) => text)].join('\n'),
    exports: described.reduce((sum, entry) => sum + entry.exports, 0),
    undocumented: described.flatMap((entry) => entry.undocumented),
  };
}

/** @typedef {{ name: string, symbol: ts.Symbol }} Export */

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Program} program
 * @param {string} file
 * @returns {Export[]} in the order of their names
 */
function listExports(checker, program, file) {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is missing or exports nothing. Run \`npm run build\` first.`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => ({ name: symbol.name, symbol: resolveAlias(checker, symbol) }))
    .sort((a, b) => compareNames(a.name, b.name));
}

/**
 * @param {ts.TypeChecker} checker
 * @param {string} dir
 * @param {string} specifier name that a consumer imports the entry by
 * @param {readonly Export[]} exported
 * @param {ReadonlySet<ts.Symbol>} all symbols that any entry exports, which the report describes there
 */
function describeEntry(checker, dir, specifier, exported, all) {
  const mentioned = collectMentioned(
    checker,
    dir,
    exported.map(({ symbol }) => symbol),
    all,
  ).sort((a, b) => compareNames(a.name, b.name));
  const declarations = [
    ...exported.map(({ symbol }) => printSymbol(symbol)),
    ...(mentioned.length > 0 ? ['// Mentioned above, not exported:'] : []),
    ...mentioned.map(printSymbol),
  ];
  return {
    text: `## \`${specifier}\`\n\n\`\`\`ts\n${declarations.join('\n\n')}\n\`\`\`\n`,
    exports: exported.length,
    undocumented: exported
      .filter(({ symbol }) => ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() === '')
      .map((entry) => `${specifier}: ${entry.name}`),
  };
}

/**
 * Follows the symbols of a package's own declarations, so that a change of a type that is only mentioned shows as well.
 * @param {ts.TypeChecker} checker
 * @param {string} dir
 * @param {readonly ts.Symbol[]} exported
 * @param {ReadonlySet<ts.Symbol>} all symbols that any entry exports
 * @returns {ts.Symbol[]} the mentioned symbols of the package that no entry exports
 */
function collectMentioned(checker, dir, exported, all) {
  const seen = new Set(all);
  const pending = [...exported];
  /** @type {ts.Symbol[]} */
  const mentioned = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const found = checker.getSymbolAtLocation(node);
      const symbol = found && resolveAlias(checker, found);
      if (symbol && !seen.has(symbol) && isTopLevel(symbol, dir)) {
        seen.add(symbol);
        pending.push(symbol);
        mentioned.push(symbol);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (let symbol = pending.pop(); symbol !== undefined; symbol = pending.pop())
    for (const declaration of symbol.declarations ?? []) visit(declaration);
  return mentioned;
}

/**
 * @param {ts.Symbol} symbol
 * @param {string} dir
 */
function isTopLevel(symbol, dir) {
  const kinds = ts.SymbolFlags.Type | ts.SymbolFlags.Function | ts.SymbolFlags.BlockScopedVariable;
  return (
    (symbol.flags & kinds) !== 0 &&
    (symbol.flags & ts.SymbolFlags.TypeParameter) === 0 &&
    (symbol.declarations ?? []).some((declaration) => {
      const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      return statement.parent.kind === ts.SyntaxKind.SourceFile && isWithin(statement.getSourceFile().fileName, dir);
    })
  );
}

const isWithin = (/** @type {string} */ file, /** @type {string} */ dir) =>
  file.startsWith(`${dir.split(sep).join('/')}/dist/`);

const compareNames = (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 */
function resolveAlias(checker, symbol) {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** @param {ts.Symbol} symbol */
function printSymbol(symbol) {
  return (symbol.declarations ?? [])
    .map((declaration) => {
      const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      return printer.printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile());
    })
    .join('\n');
}
