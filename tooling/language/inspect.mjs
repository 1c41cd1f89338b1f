// @ts-check
import ts from 'typescript';

/**
 * Comment, name, title of a test or error message that breaks a rule of STYLE.md.
 * @typedef {{ rule: 'opening' | 'participle' | 'of' | 'limit' | 'title' | 'error', line: number, text: string }} Finding
 */

/** Matches a comment, or the description of a tag, that does not begin with a noun or a verb. */
const OPENING = /^(?:What|Of|Whether|Likewise|Who|Whose|Where|That|Which|How|The same)\b/;
const TAG_OPENING = new RegExp(OPENING.source, 'i');
const TAG = /@(?:returns|throws|param\s+(?:\{[^}]*\}\s*)?(?:\[[^\]]*\]|[\w.]+))\s+(?:\{[^}]*\}\s*)?(?:- )?([^\n]*)/g;
/** Matches a title that is a question instead of a statement. */
const TITLE = /^(?:what|whether|likewise|who|whose|where|how)\b/i;
const TESTS = new Set(['describe', 'it', 'test']);
/** Matches the class of an error, or a function that creates one, whose message is shown to users. */
const ERROR = /^(?:(?:Service|Config|Usage|SafeMessage|Rpc|Storage|Carrier|ServiceManager)Error|create\w+Error)$/;
/** Matches a message that begins with a small letter, unless the word is the name of a field, setting or program. */
const SMALL_LETTER = /^[a-z]+\b(?![\w.]*[-_.:])(?!, \w+:)/;
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
/** Matches the name of a limit that is neither MAX_ nor MIN_. */
const LIMIT = /^(?:[A-Z0-9]+_)*(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|DEEPEST|GREATEST|SMALLEST)(?:_[A-Z0-9]+)*$/;

/**
 * Finds the violations of the language rules in one file.
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
    const descriptions = [...comment.text.matchAll(TAG)].map(([, description = '']) => description);
    const wrong = OPENING.test(comment.text) ? comment.text : descriptions.find((each) => TAG_OPENING.test(each));
    if (wrong !== undefined)
      findings.push({ rule: 'opening', line: getLine(comment.position), text: wrong.slice(0, 80) });
  }
  for (const { rule, text: found, position } of listTexts(file))
    findings.push({ rule, line: getLine(position), text: found });
  for (const { name, position, isFunction } of listNames(file)) {
    const rule = isFunction ? findFunctionRule(name) : LIMIT.test(name) ? 'limit' : undefined;
    if (rule) findings.push({ rule, line: getLine(position), text: name });
  }
  return findings;
}

/**
 * Finds wrong titles of tests and wrong messages of errors.
 * @returns {{ rule: Finding['rule'], text: string, position: number }[]}
 */
function listTexts(/** @type {ts.SourceFile} */ file) {
  /** @type {{ rule: Finding['rule'], text: string, position: number }[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = getCalledName(node.expression);
      const texts = (node.arguments ?? []).flatMap((argument) => getText(argument) ?? []);
      const position = node.getStart(file);
      const title = TESTS.has(name) ? texts[0] : undefined;
      if (title !== undefined && TITLE.test(title)) found.push({ rule: 'title', text: title, position });
      const message = ERROR.test(name) ? texts.find((each) => /\s/.test(each)) : undefined;
      if (message !== undefined && SMALL_LETTER.test(message)) found.push({ rule: 'error', text: message, position });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the name of a called function or class, `it` for `it.each(rows)('…')`; empty for other expressions. */
function getCalledName(/** @type {ts.Expression} */ called) {
  let at = called;
  while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at) || ts.isTaggedTemplateExpression(at))
    at = ts.isTaggedTemplateExpression(at) ? at.tag : at.expression;
  return ts.isIdentifier(at) ? at.text : '';
}

/** Returns the text of a literal with `…` for each inserted value; undefined for other expressions. */
function getText(/** @type {ts.Expression} */ node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** @returns {Finding['rule'] | undefined} */
function findFunctionRule(/** @type {string} */ name) {
  const isOneWord = /^[a-z]+$/.test(name);
  if (isOneWord && !VERBS.has(name) && (/[^e]ed$/.test(name) || IRREGULAR.has(name))) return 'participle';
  return /[a-z0-9]Of$/.test(name) ? 'of' : undefined;
}

/**
 * Lists the comments of a file; consecutive lines of `//` are one comment.
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
 * Lists the names that a file declares for functions, methods and constants.
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
    if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node))
      add(node.name, true);
    else if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node))
      add(node.name, node.initializer !== undefined && isFunctionValue(node.initializer));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

const isFunctionValue = (/** @type {ts.Expression} */ value) =>
  ts.isArrowFunction(value) || ts.isFunctionExpression(value);
