/**
 * Parses comma-separated values (RFC 4180). Records may have different lengths.
 *
 * record = field, { ",", field } ; field = text | '"', { text | '""' }, '"' ;
 */
export function readCsv(text: string): string[][] {
  const records: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  for (let at = 0; at < text.length; at = field.lastIndex) {
    field.lastIndex = at;
    const [, quoted, plain = '', end] = field.exec(text) ?? readBrokenField(text, field, at);
    (records.at(-1) as string[]).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',' && field.lastIndex < text.length) records.push([]);
  }
  return records;
}

/** Reads a field with a misplaced quotation mark as text up to the end of its line. */
function readBrokenField(text: string, field: RegExp, at: number): [string, undefined, string, string] {
  const end = text.indexOf('\n', at);
  field.lastIndex = end === -1 ? text.length : end + 1;
  return ['', undefined, text.slice(at, end === -1 ? undefined : end), '\n'];
}
