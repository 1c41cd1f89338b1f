// @ts-check

/** @typedef {{ number: number, count: number }} Part share of a fixed number of points; number: from 1 to count */

/**
 * Parses `3/20`, the third of twenty parts. Without a text it is the only part.
 * @param {string | undefined} text
 * @returns {Part}
 * @throws {Error} when the text is no part
 */
export function parsePart(text = '1/1') {
  const [, number, count] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (number === undefined || count === undefined || number < 1 || number > count)
    throw new Error(`--part is "${text}". Give a number and a count as 3/20.`);
  return { number, count };
}

/**
 * Returns each nth item, so that every item is in one part.
 * @template Item
 * @param {readonly Item[]} items
 * @param {Part} part
 * @param {number} [offset] shift that gives each list its first item in another part
 * @returns {Item[]}
 */
export const selectPart = (items, { number, count }, offset = 0) =>
  items.filter((_, index) => (index + offset) % count === number - 1);
