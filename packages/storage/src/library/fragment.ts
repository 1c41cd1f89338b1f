import { is, Placeholder, type SQL, type SQLChunk, StringChunk, sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { type Parameters, parameters } from './query.js';

/** Arguments that hold the values of a fragment: none for a fragment without values. */
type Filling<Values> = keyof Values extends never ? [] : [values: Readonly<Values>];

/** Character that no statement contains. */
const MARK = '\0';

/** Dialect that leaves a mark for each value. */
class MarkingDialect extends SQLiteSyncDialect {
  override escapeParam = () => MARK;
}

const dialect = new MarkingDialect();

/**
 * Defines a part of statements whose text depends on input. Columns are turned to text once, at the first use: doing
 * that in each search would take longer than finding a rare word.
 *
 * @param write returns the part; its argument holds the values by name. Called once.
 * @returns a function that returns the part with values, which may be parts themselves
 */
export function defineFragment<Values = Record<never, never>>(
  write: (parameters: Parameters<Values>) => SQL,
): (...values: Filling<Values>) => SQL {
  let compiled: { readonly text: readonly StringChunk[]; readonly values: readonly unknown[] } | undefined;
  return (...[given]) => {
    compiled ??= compile(write(parameters as Parameters<Values>));
    const { text, values } = compiled;
    const chunks: SQLChunk[] = [];
    for (let n = 0; n < text.length; n++) {
      chunks.push(text[n] as StringChunk);
      if (n < values.length) chunks.push(fill(values[n], given as Readonly<Record<string, unknown>>));
    }
    return sql.fromList(chunks);
  };
}

function compile(fragment: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(fragment);
  return { text: text.split(MARK).map((piece) => new StringChunk(piece)), values: params };
}

const fill = (value: unknown, given: Readonly<Record<string, unknown>>) =>
  (is(value, Placeholder) ? given[value.name] : value) as SQLChunk;
