// @ts-check

/** Licences that a published package may depend on: each is compatible with the MIT licence of this project. */
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

/** Additional licences for packages of fonts: fonts ship unchanged and with their notice. */
const ALLOWED_FOR_FONTS = new Set(['OFL-1.1']);
const FONT_PACKAGE = /^@fontsource(?:-variable)?\//;

/**
 * Returns true when a licence expression leaves an allowed choice: one side of every `OR`, both sides of every `AND`.
 * Expressions nested deeper than `(A AND B) OR C` are refused and need a manual review.
 *
 * @param {string} expression SPDX expression
 * @param {string} [name] package that has it: packages of fonts may have the Open Font License
 */
export function isAllowed(expression, name = '') {
  return expression.split(' OR ').some((choice) =>
    choice
      .split(' AND ')
      .map((id) => id.replaceAll(/[()]/g, '').trim())
      .every((id) => ALLOWED.has(id) || (FONT_PACKAGE.test(name) && ALLOWED_FOR_FONTS.has(id))),
  );
}
