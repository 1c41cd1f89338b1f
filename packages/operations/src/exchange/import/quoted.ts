const MOST = 60;

/** Quotes the start of a value for a message. */
export function quoted(value: unknown): string {
  const text = String(value);
  return JSON.stringify(text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}…` : text);
}
