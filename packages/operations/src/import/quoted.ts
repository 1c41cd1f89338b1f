const MOST = 60;

/** The start of a value, as a message names it. */
export function quoted(value: unknown): string {
  const text = String(value);
  return JSON.stringify(text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}…` : text);
}
