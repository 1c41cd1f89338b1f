// @ts-check
import { minifySync } from 'vite';

const RAW_TEMPLATE = /\.raw`[^`]*[^\0-\x7f]/;

/**
 * Removes the comments of a file of a bundle and escapes what is not ASCII. V8 keeps the source of a program in memory,
 * with two bytes for each character once a single one needs them: shrunk, the source takes a third. Names and lines
 * stay, so that stack traces remain readable.
 *
 * @param {string} name
 * @param {string} code
 */
export function shrinkCode(name, code) {
  const options = {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: false, legalComments: /** @type {const} */ ('none') },
  };
  const shrunk = minifySync(name, code, options);
  if (shrunk.errors.length > 0) throw new Error(`${name} cannot be shrunk: ${shrunk.errors[0]?.message}`);
  if (RAW_TEMPLATE.test(shrunk.code)) throw new Error(`${name} has a raw template that is not ASCII`);
  return shrunk.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
