// @ts-check

/** The licences a published package may pull in: each allows what the MIT licence of this project promises. */
const ALLOWED = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]);

/**
 * Whether a licence expression leaves us an allowed choice: one side of every `OR`, both sides of every `AND`.
 * Expressions nested deeper than `(A AND B) OR C` are refused, to be looked at by a person.
 */
export function isAllowed(/** @type {string} */ expression) {
  return expression.split(' OR ').some((choice) =>
    choice
      .split(' AND ')
      .map((id) => id.replaceAll(/[()]/g, '').trim())
      .every((id) => ALLOWED.has(id)),
  );
}
