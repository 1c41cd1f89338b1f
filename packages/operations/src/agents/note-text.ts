/** Names of row fields that hold text of notes, in the lists of all tools. */
const NOTE_TEXT: ReadonlySet<string> = new Set([
  'text',
  'line_text',
  'context',
  'snippet',
  'excerpt',
  'target',
  'anchor',
  'anchor_uri',
  'canonical_target',
  'marker',
  'url',
  'description',
  'name',
  'hint',
  'placeholders',
]);

/** Names of lists whose rows are texts of notes. Lists of other rows, such as notebooks or tags, have other names. */
const LISTS: ReadonlySet<string> = new Set([
  'headings',
  'blocks',
  'matches',
  'outgoing',
  'incoming',
  'tasks',
  'templates',
  'items',
  'results',
  'documents',
  'rows',
]);

/**
 * Counts the text of notes in the lists of a response: headings, markers, lines around a hit, links with their context,
 * tasks, prompts, snippets. Titles and tags count only towards the JSON of a response, which has a bound of its own.
 *
 * @returns bytes of UTF-8
 */
export function noteTextBytes(result: Readonly<Record<string, unknown>>): number {
  let bytes = 0;
  for (const [name, list] of Object.entries(result))
    if (LISTS.has(name) && Array.isArray(list)) for (const row of list) bytes += rowBytes(row);
  return bytes;
}

function rowBytes(row: unknown): number {
  if (typeof row !== 'object' || row === null) return 0;
  let bytes = 0;
  for (const [name, value] of Object.entries(row)) {
    if (NOTE_TEXT.has(name) && typeof value === 'string') bytes += Buffer.byteLength(value);
    else if (NOTE_TEXT.has(name) && Array.isArray(value))
      for (const each of value) bytes += Buffer.byteLength(String(each));
    else if (Array.isArray(value)) for (const each of value) bytes += rowBytes(each);
  }
  return bytes;
}
