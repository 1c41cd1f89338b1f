// @ts-check
import { choose } from './mutate.mjs';

/** @typedef {import('./mutate.mjs').Random} Random */
/** @typedef {{ parent: any, key: string | number, value: unknown }} Place member of an object or array */

const TEXTS = [
  '',
  ' ',
  '\0',
  '\n',
  '..',
  '../x',
  'é',
  'é',
  '漢',
  '😀',
  '\u2028',
  '__proto__',
  'a'.repeat(300),
  '1',
  'null',
];
const NUMBERS = [0, -0, 1, -1, 0.5, 2, 255, 4_294_967_296, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e308];
const OTHERS = [null, true, false, '', 0, [], {}, [[]], [null], { a: 1 }];
/** Longest array that an element is added to. */
const MAX_ELEMENTS = 200;

/** Lists every member below a value. @returns {Place[]} */
function listPlaces(/** @type {any} */ value) {
  if (value === null || typeof value !== 'object') return [];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...keys].flatMap((key) => [{ parent: value, key, value: value[key] }, ...listPlaces(value[key])]);
}

/**
 * Makes a new value from known ones: some members are changed, removed, repeated or taken from another value. About
 * half of the changes leave the type, so that the value passes the first checks.
 * @param {unknown} value
 * @param {readonly unknown[]} others
 * @param {Random} random
 * @returns {unknown}
 */
export function mutateValue(value, others, random) {
  const root = { value: structuredClone(value) };
  for (let n = 1 + Math.floor(random() * 3); n > 0; n -= 1) {
    // The first place is the whole value, which has no other value in its stead.
    const [, ...places] = listPlaces(root);
    if (places.length === 0) return choose(OTHERS, random);
    const place = choose(places, random);
    const donors = listPlaces({ value: choose(others, random) }).filter(({ key }) => key === place.key);
    mutateOnce(place, donors, random);
  }
  return root.value;
}

function mutateOnce(/** @type {Place} */ place, /** @type {readonly Place[]} */ donors, /** @type {Random} */ random) {
  const { parent, key, value } = place;
  const choice = random();
  if (choice < 0.25 && donors.length > 0) parent[key] = structuredClone(choose(donors, random).value);
  else if (choice < 0.65) parent[key] = changeWithinType(value, random);
  else if (choice < 0.75) remove(place);
  else if (choice < 0.85) repeat(place, random);
  else parent[key] = structuredClone(choose(OTHERS, random));
}

function remove(/** @type {Place} */ { parent, key }) {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

function repeat(/** @type {Place} */ { parent, key, value }, /** @type {Random} */ random) {
  if (!Array.isArray(parent)) parent[`${key}${choose(['2', '_', ''], random)}`] = structuredClone(value);
  else if (parent.length < MAX_ELEMENTS) parent.splice(Math.floor(random() * parent.length), 0, structuredClone(value));
}

/** @returns {unknown} */
function changeWithinType(/** @type {unknown} */ value, /** @type {Random} */ random) {
  if (typeof value === 'string') return changeText(value, random);
  if (typeof value === 'number') return random() < 0.5 ? value + choose([1, -1], random) : choose(NUMBERS, random);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return random() < 0.5 ? value.toReversed() : value.slice(0, -1);
  return value;
}

function changeText(/** @type {string} */ text, /** @type {Random} */ random) {
  if (random() < 0.3) return choose(TEXTS, random);
  const at = Math.floor(random() * (text.length + 1));
  const piece = choose([...TEXTS.slice(0, 8), 'a', '0', 'Z', text.slice(0, 3)], random);
  return text.slice(0, at) + piece + text.slice(at + Math.floor(random() * 2));
}
