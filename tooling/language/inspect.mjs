// @ts-check
import ts from 'typescript';

/**
 * A comment, or the name of a function or constant, that STYLE.md asks to write another way.
 * @typedef {{ rule: 'opening' | 'participle' | 'of' | 'limit', line: number, text: string }} Finding
 */

/** A comment is a statement: it begins with a noun or a verb, never with a word that hangs in the air. */
const OPENING = /^(?:What|Of|Whether|Likewise|Who|Whose|Where|That|Which|How|The same)\b/;
/** Participles that do not end in `-ed`. */
const IRREGULAR = new Set(
  'begun bound bought broken brought built caught chosen come cut done drawn fallen felt forgotten found frozen given gone held hidden kept known laid led left lent lost made meant met paid put read risen said seen sent set shown shut sold spent split spoken spread stuck sunk taken taught thought thrown told torn understood woken worn written'.split(
    ' ',
  ),
);
/** Verbs in the imperative that end like a participle, or are one word with it. */
const VERBS = new Set(
  'cut embed exceed feed led proceed put read seed set shed shut speed split spread succeed'.split(' '),
);
/** Limits are MAX_ and MIN_. */
const LIMIT = /^(?:[A-Z0-9]+_)*(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|DEEPEST|GREATEST|SMALLEST)(?:_[A-Z0-9]+)*$/;

/**
 * Finds what the language rules forbid in one file.
 * @param {string} path its ending tells TSX
 * @param {string} text
 * @returns {Finding[]}
 */
export function inspectLanguage(path, text) {
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const getLine = (/** @type {number} */ position) => file.getLineAndCharacterOfPosition(position).line + 1;
  /** @type {Finding[]} */
  const findings = [];
  for (const comment of listComments(file)) {
    const opening = OPENING.exec(comment.text);
    if (opening) findings.push({ rule: 'opening', line: getLine(comment.position), text: comment.text.slice(0, 80) });
  }
  for (const { name, position, isFunction } of listNames(file)) {
    const rule = isFunction ? findFunctionRule(name) : LIMIT.test(name) ? 'limit' : undefined;
    if (rule) findings.push({ rule, line: getLine(position), text: name });
  }
  return findings;
}

/** @returns {Finding['rule'] | undefined} */
function findFunctionRule(/** @type {string} */ name) {
  const isOneWord = /^[a-z]+$/.test(name);
  if (isOneWord && !VERBS.has(name) && (/[^e]ed$/.test(name) || IRREGULAR.has(name))) return 'participle';
  return /[a-z0-9]Of$/.test(name) ? 'of' : undefined;
}

/**
 * Every comment of a file; lines of `//` that follow each other are one.
 * @returns {{ position: number, text: string }[]}
 */
function listComments(/** @type {ts.SourceFile} */ file) {
  const text = file.text;
  /** @type {Map<number, ts.CommentRange>} */
  const ranges = new Map();
  const visit = (/** @type {ts.Node} */ node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) ranges.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) ranges.set(range.pos, range);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  /** @type {{ position: number, end: number, text: string, isLine: boolean }[]} */
  const comments = [];
  for (const { pos, end } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const raw = text.slice(pos, end);
    const isLine = raw.startsWith('//');
    const content = isLine
      ? raw.slice(2).trim()
      : raw
          .replace(/^\/\*+|\*+\/$/g, '')
          .replace(/^\s*\* ?/gm, '')
          .trim();
    const last = comments.at(-1);
    if (isLine && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, pos))) {
      last.text += ` ${content}`;
      last.end = end;
    } else comments.push({ position: pos, end, text: content, isLine });
  }
  return comments;
}

/**
 * Names that a file declares for functions, methods and constants.
 * @returns {{ name: string, position: number, isFunction: boolean }[]}
 */
function listNames(/** @type {ts.SourceFile} */ file) {
  /** @type {{ name: string, position: number, isFunction: boolean }[]} */
  const names = [];
  const add = (/** @type {ts.Node | undefined} */ name, /** @type {boolean} */ isFunction) => {
    if (name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)))
      names.push({ name: name.text.replace('#', ''), position: name.getStart(file), isFunction });
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) add(node.name, true);
    else if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node))
      add(node.name, node.initializer !== undefined && isFunctionValue(node.initializer));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

const isFunctionValue = (/** @type {ts.Expression} */ value) =>
  ts.isArrowFunction(value) || ts.isFunctionExpression(value);
