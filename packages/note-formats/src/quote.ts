const MAX_QUOTED_LENGTH = 60;

/** Quotes the start of a value for a message. */
export function quote(value: unknown): string {
  const text = String(value);
  return JSON.stringify(text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH).toWellFormed()}…` : text);
}

const MAX_QUOTED = 5;

/** Quotes the first values of a list for a message, and shows that there are more. */
export const quoteFirst = (values: readonly unknown[]): string =>
  values.slice(0, MAX_QUOTED).map(quote).join(', ') + (values.length > MAX_QUOTED ? ', …' : '');
