import {
  isAlias,
  isCollection,
  isDocument,
  isMap,
  isNode,
  isScalar,
  type Pair,
  stringify,
  visit,
  type YAMLMap,
} from 'yaml';
import { readYaml } from './yaml.js';

/** Item of a list: a text, or YAML in one line that is written as it is. */
export type YamlItem = string | { readonly yaml: string };

/** Value of a key: a text, a number, or a list. */
export type YamlValue = string | number | readonly YamlItem[];

/** Replacement of a part of a text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Sets keys of a YAML mapping in its text. All else stays as written: other keys, comments and the order. Of a key that
 * is written several times, the last is set, which readers use. New keys come last.
 *
 * @param contents mapping of the text, of {@link readMapping}
 * @param fields values by key in lower case; keys are found in any case
 * @returns the text; null when one of the keys cannot be set in it
 */
export function editYaml(
  written: string,
  contents: YAMLMap,
  fields: Readonly<Record<string, YamlValue>>,
): string | null {
  const edits: Edit[] = [];
  const added: Record<string, YamlValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    const pair = findPair(contents, name);
    if (pair === undefined) added[name] = value;
    else {
      const edit = replaceValue(written, pair, value);
      if (edit === null) return null;
      edits.push(edit);
    }
  }
  // From the end to the begin; new keys stay behind a value that is set where they are added.
  edits.unshift(addPairs(written, contents, added));
  let text = written;
  for (const edit of edits.sort((a, b) => b.start - a.start))
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  if (!isUsable(text)) return null;
  return written.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
}

/** Returns the last pair with a key. */
export const findPair = (contents: YAMLMap, name: string): Pair | undefined =>
  contents.items.findLast(({ key }) => isScalar(key) && String(key.value).toLowerCase() === name);

/** Returns a node of a list as an item that is written as it is; null when it takes several lines. */
export function keepItem(written: string, node: unknown): YamlItem | null {
  const yaml = written.slice(...getRange(node)).trim();
  return yaml.includes('\n') ? null : { yaml };
}

/** Returns the mapping of a text; null when it is none. */
export function readMapping(written: string): YAMLMap | null {
  const document = readYaml(written);
  return isDocument(document) && isMap(document.contents) ? document.contents : null;
}

/** Returns the begin and end of a node in the text. */
const getRange = (node: unknown): readonly [number, number] => {
  const [start, end] = (isNode(node) && node.range) || [0, 0];
  return [start, end];
};

/** Returns the edit of a value in place: a name that other values refer to stays, and so does a comment behind it. */
function replaceValue(written: string, { key, value }: Pair, to: YamlValue): Edit | null {
  const [start, end] = getRange(value);
  const old = written.slice(start, end);
  if (old === '') {
    const after = written.indexOf(':', getRange(key)[1]) + 1;
    return { start: after, end: after, text: ` ${formatInline(to)}` };
  }
  const isOfLines = isCollection(value) && value.flow !== true;
  if (isMap(value) || (isOfLines && typeof to !== 'object')) return null;
  const text = isOfLines ? formatLines(to, getIndent(written, value)) : formatInline(to);
  return { start, end, text: old.endsWith('\n') ? `${text}\n` : text };
}

/** Returns the edit that adds keys behind all others. */
function addPairs(written: string, contents: YAMLMap, added: Readonly<Record<string, YamlValue>>): Edit {
  const pairs = Object.entries(added);
  if (contents.flow === true) {
    const end = getRange(contents)[1] - 1;
    const isEmpty = contents.items.length === 0 || /,\s*$/.test(written.slice(0, end));
    const text = pairs.map(([name, value]) => `${name}: ${formatInline(value)}`).join(', ');
    return { start: end, end, text: isEmpty || text === '' ? text : `, ${text}` };
  }
  const indent = getIndent(written, contents.items[0]?.key);
  const lines = pairs.flatMap(([name, value]) =>
    typeof value === 'object'
      ? [`${name}:`, ...value.map((item) => `  - ${formatItem(item)}`)]
      : [`${name}: ${formatInline(value)}`],
  );
  const end = written.length;
  const before = written === '' || written.endsWith('\n') ? '' : '\n';
  return {
    start: end,
    end,
    text: lines.length === 0 ? '' : before + lines.map((line) => `${indent}${line}\n`).join(''),
  };
}

/** Formats a value for the place behind a key, on its line and between braces. */
const formatInline = (value: YamlValue): string => {
  if (typeof value === 'object') return `[${value.map(formatItem).join(', ')}]`;
  return typeof value === 'number' ? String(value) : formatText(value);
};

const formatLines = (value: YamlValue, indent: string): string =>
  (value as readonly YamlItem[]).map((item) => `- ${formatItem(item)}`).join(`\n${indent}`);

const formatItem = (item: YamlItem): string => (typeof item === 'string' ? formatText(item) : item.yaml);

/** Formats a text so that it is valid as an item of a list in brackets, which is the narrowest place. */
function formatText(text: string): string {
  const [item = ''] = stringify([text], { lineWidth: 0 }).split('\n');
  const plain = item.slice('- '.length);
  return /[,[\]{}]/.test(plain) && !/^["']/.test(plain) ? JSON.stringify(text) : plain;
}

/** Returns spaces up to the column in which a node begins. */
export function getIndent(written: string, node: unknown): string {
  const [start] = getRange(node);
  return ' '.repeat(start === 0 ? 0 : start - (written.lastIndexOf('\n', start - 1) + 1));
}

/** Returns true when a text can be read and no value in it refers to a name that is missing. */
function isUsable(text: string): boolean {
  const document = readYaml(text);
  if (!isDocument(document)) return false;
  const names = new Set<string>();
  let isComplete = true;
  visit(document, (_, node) => {
    if (isAlias(node)) isComplete &&= names.has(node.source);
    else if (isNode(node) && 'anchor' in node && typeof node.anchor === 'string') names.add(node.anchor);
  });
  return isComplete;
}
