import { caseFolds, foldUnit, foldUnits } from './case-fold.js';

/**
 * Longest pattern for which the engine's `indexOf` compares naively, which is linear here; it may be much slower for
 * longer patterns.
 */
const PROBE_UNITS = 6;
/** Cost of one call of `indexOf`, in units compared. */
const PROBE_COST = 16;

/**
 * Finds the non-overlapping matches of a literal, left to right, in time linear in text + pattern for any input. Exact
 * search finds the pattern's first units with `indexOf` and compares the rest. Once that has cost more than twice the
 * text scanned (a hostile or very repetitive text), the Knuth–Morris–Pratt algorithm replaces it for good. Search
 * without case uses that algorithm from the start.
 */
export class LiteralScanner {
  readonly #text: string;
  readonly #pattern: string;
  readonly #probe: string;
  readonly #folds: Uint16Array | undefined;
  #units: Uint16Array | undefined;
  #borders: Uint32Array | undefined;
  #at = 0;
  #credit = 1024;

  /** @param pattern non-empty text to find */
  constructor(text: string, pattern: string, caseSensitive = true) {
    this.#text = text;
    this.#pattern = pattern;
    this.#probe = pattern.slice(0, PROBE_UNITS);
    this.#folds = caseSensitive ? undefined : caseFolds();
  }

  /** End of the last match. */
  get end(): number {
    return this.#at;
  }

  /** Returns the UTF-16 offset of the next match, or -1 after the last. */
  next(): number {
    if (this.#text.length - this.#at < this.#pattern.length) return -1;
    return this.#folds === undefined && this.#credit > 0 ? this.#nextByProbe() : this.#nextByBorders();
  }

  #nextByProbe(): number {
    const { length } = this.#pattern;
    while (this.#credit > 0) {
      const from = this.#at;
      const found = this.#text.indexOf(this.#probe, from);
      if (found === -1 || found + length > this.#text.length) {
        this.#at = this.#text.length;
        return -1;
      }
      const same = this.#sameUnits(found);
      this.#at = same === length ? found + length : found + 1;
      this.#credit += 2 * (this.#at - from) - PROBE_COST - same;
      if (same === length) return found;
    }
    return this.#nextByBorders();
  }

  /** Counts the units of the pattern that match at `offset`, where the probe was found. */
  #sameUnits(offset: number): number {
    let same = this.#probe.length;
    while (same < this.#pattern.length && this.#text.charCodeAt(offset + same) === this.#pattern.charCodeAt(same)) {
      same++;
    }
    return same;
  }

  #nextByBorders(): number {
    this.#units ??= this.#folds === undefined ? toUnits(this.#pattern) : foldUnits(this.#pattern);
    this.#borders ??= computeBorders(this.#units);
    const text = this.#text;
    const folds = this.#folds;
    const units = this.#units;
    const borders = this.#borders;
    let same = 0;
    for (let i = this.#at; i < text.length; i++) {
      const unit = folds === undefined ? text.charCodeAt(i) : foldUnit(folds, text, i);
      while (same > 0 && units[same] !== unit) same = borders[same - 1]!;
      if (units[same] === unit) same++;
      if (same === units.length) {
        this.#at = i + 1;
        return i + 1 - same;
      }
    }
    this.#at = text.length;
    return -1;
  }
}

function toUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

/** Returns, for each prefix, the length of its longest proper prefix that is also its suffix. */
function computeBorders(units: Uint16Array): Uint32Array {
  const borders = new Uint32Array(units.length);
  let border = 0;
  for (let i = 1; i < units.length; i++) {
    while (border > 0 && units[border] !== units[i]) border = borders[border - 1]!;
    if (units[border] === units[i]) border++;
    borders[i] = border;
  }
  return borders;
}
