import { ATTACHED, getCharacterClass, SEPARATOR, SINGLE, STABLE, WORD } from './characters.js';

const isLead = (c: number) => c >= 0x1100 && c <= 0x1112;
const isVowel = (c: number) => c >= 0x1161 && c <= 0x1175;
const isTrail = (c: number) => c >= 0x11a8 && c <= 0x11c2;
const isSyllable = (c: number) => c >= 0xac00 && c <= 0xd7a3;

/**
 * Walks the raw (unfolded) tokens of `text` between two offsets, as if the text ended there. It is a loop over code
 * units instead of a regular expression: a greedy class over astral characters exhausts the engine's backtrack stack on
 * a run of some megabytes.
 */
export class Scanner {
  /** Start of the last token found. */
  start = 0;
  end: number;
  /** True when all characters of the token are ASCII. */
  ascii = true;
  /** True when the token is one character that folding does not change. */
  stable = false;

  constructor(
    private readonly text: string,
    from: number,
    private readonly to: number,
  ) {
    this.end = from;
  }

  /** Moves to the next token; false when there is none. */
  next(): boolean {
    for (let at = this.end; at < this.to; ) {
      const code = this.codeAt(at);
      const kind = getCharacterClass(code);
      const after = at + (code < 0x10000 ? 1 : 2);
      if (kind === SEPARATOR || kind === ATTACHED) {
        at = after;
        continue;
      }
      this.start = at;
      this.ascii = code < 128;
      this.end = kind === WORD ? this.run(after) : this.cluster(code, kind, after);
      this.stable = (kind & STABLE) !== 0 && this.end === after;
      return true;
    }
    this.end = this.to;
    return false;
  }

  private codeAt(at: number): number {
    const code = this.text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdbff || at + 1 >= this.to) return code;
    return this.text.codePointAt(at)!;
  }

  private run(at: number): number {
    while (at < this.to) {
      const code = this.codeAt(at);
      const kind = getCharacterClass(code);
      if (kind !== WORD && kind !== ATTACHED) break;
      if (code >= 128) this.ascii = false;
      at += code < 0x10000 ? 1 : 2;
    }
    return at;
  }

  /**
   * Returns the end of a token of one character. Characters that NFC composes (jamo to a syllable, Myanmar u + ii) are
   * one token, so that decomposed text has equal tokens, and marks stay with the character they follow.
   */
  private cluster(code: number, kind: number, at: number): number {
    if ((kind & ~STABLE) === SINGLE && at < this.to) {
      const vowel = isLead(code) && isVowel(this.codeAt(at));
      if (vowel) at++;
      if ((vowel || isSyllable(code)) && at < this.to && isTrail(this.codeAt(at))) at++;
      if (code === 0x1025 && at < this.to && this.codeAt(at) === 0x102e) at++;
    }
    while (at < this.to) {
      const next = this.codeAt(at);
      if (getCharacterClass(next) !== ATTACHED) break;
      at += next < 0x10000 ? 1 : 2;
    }
    return at;
  }
}
