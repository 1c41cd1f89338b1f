import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTerm, indexText, nameKey, tokenIterator, tokenize } from '../src/index.js';
import { hostileText } from './support.js';

const terms = (text: string) => tokenize(text).map((token) => token.term);

/** Returns the tokens of FTS5's `ascii` tokenizer. */
const asciiTokens = (text: string) =>
  (text.match(/[0-9A-Za-z\x80-\uffff]+/g) ?? []).map((token) => token.replace(/[A-Z]/g, (char) => char.toLowerCase()));

describe('tokenize', () => {
  it.each([
    ['Hello, World', 'hello world'],
    ['snake_case don’t 10:30 C++', 'snake case don t 10 30 c'],
    ['https://Example.org/a?b=1', 'https example org a b 1'],
    ['Crème BRÛLÉE', 'creme brulee'],
    ['Straße STRASSE STRAẞE', 'strasse strasse strasse'],
    ['İstanbul ısı', 'istanbul isi'],
    ['ΟΔΟΣ οδος οδοσ', 'οδοσ οδοσ οδοσ'],
    ['Ёлка йод', 'елка иод'],
    ['שָׁלוֹם', 'שלום'],
    ['كَتَبَ كـــتب', 'كتب كتب'],
    ['ﬁne １２ ㎏ Ⅷ ™', 'fine 12 kg viii tm'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['東京タワー', '東 京 タ ワ ー'],
    ['がか\u3099ｶﾞ', 'が が ガ'],
    ['한글', '한 글'],
    ['ภาษาไทย', 'ภ า ษ า ไ ท ย'],
    ['ສະບາຍ', 'ສ ະ ບ າ ຍ'],
    ['ខ្មែរ', 'ខ ្ ម ែ រ'],
    ['မြန်', 'မ ြ န ်'],
    ['हिन्दी', 'हिन्दी'],
    ['v2東京x', 'v2 東 京 x'],
    ['a→b €5 1+1=2', 'a → b € 5 1 1 2'],
    ['❤️ 👩‍💻👍🏽 🇩🇪 1️⃣ ≠', '❤ 👩 💻 👍 🏽 🇩 🇪 1 ≠'],
    ['𠮷野家', '𠮷 野 家'],
    ['㍿ ½ ℃ ⒈', '株 式 会 社 1 ⁄ 2 ° c 1'],
    ['… ¿? „“ \u0301 \ufe0f \ud800', ''],
  ])('tokenizes %j to %j', (text, expected) => {
    expect(terms(text).join(' ')).toBe(expected);
  });

  it('returns offsets in the source, shared by the terms of one character', () => {
    expect(tokenize('a 👍é ㍻')).toEqual([
      { term: 'a', start: 0, end: 1 },
      { term: '👍', start: 2, end: 4 },
      { term: 'e', start: 4, end: 5 },
      { term: '平', start: 6, end: 7 },
      { term: '成', start: 6, end: 7 },
    ]);
  });

  it('returns the same terms for composed and decomposed text', () => {
    for (const text of ['Ångström', '한국어', 'がぎぐ', 'Việt Nam', 'ဦး', 'สน้ำ', 'ἀρχή']) {
      expect(terms(text.normalize('NFD'))).toEqual(terms(text.normalize('NFC')));
    }
  });

  it('tokenizes a part as if the text were cut there', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(60), fc.nat(60), (text, a, b) => {
        const [from, to] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        const part = tokenize(text.slice(from, to));
        const shifted = part.map(({ term, start, end }) => ({ term, start: start + from, end: end + from }));
        expect([...tokenIterator(text, from, to)]).toEqual(shifted);
      }),
    );
  });

  it('returns the same terms for the joined terms, each unchanged by folding', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const all = terms(text);
        expect(terms(all.join(' '))).toEqual(all);
        for (const term of all) expect(foldTerm(term)).toBe(term);
      }),
    );
  });

  it('tokenizes a run of several megabytes', () => {
    const size = samples(2 ** 19);
    for (const piece of ['𝒳', 'a\u0301']) expect(tokenize(piece.repeat(size))).toHaveLength(1);
    expect(tokenize('é'.repeat(2 ** 21))).toHaveLength(1);
    expect(tokenize('\u0301'.repeat(size))).toHaveLength(0);
    expect(indexText('½'.repeat(2 ** 18)).split(' ')).toHaveLength(2 ** 19 + 1);
  });
});

describe('every code point of most scripts, and samples of the others', () => {
  // Ideographs and syllables behave alike, so a sample of them is enough.
  const codes: number[] = [];
  /** Returns true for common scripts and for forms of other characters, which are all tested. */
  const isAlone = (code: number) =>
    code < 0x3500 || (code >= 0xf900 && code <= 0xffff) || (code >= 0x1d400 && code <= 0x1d7ff);
  const step = Math.ceil(8 / samples(1));
  for (let code = 0; code < 0x110000; code += isAlone(code) ? 1 : step) {
    const alike = (code >= 0x3500 && code < 0xd700) || (code >= 0x17100 && code < 0x1b000) || code >= 0x20100;
    if (code < 0xd800 || code > 0xdfff) if (!alike || code % 97 === 0) codes.push(code);
  }

  it('folds to terms that fold to themselves', () => {
    const wrong: string[] = [];
    for (const code of codes) {
      const char = String.fromCodePoint(code);
      const text = `a${char}b か${char} ${char}\u3099`;
      const all = terms(text);
      const joined = all.join(' ');
      const folded = foldTerm(char);
      const ok =
        terms(joined).join(' ') === joined &&
        foldTerm(folded) === folded &&
        all.every((term) => foldTerm(term) === term && asciiTokens(term)[0] === term) &&
        nameKey(nameKey(char)) === nameKey(char);
      if (!ok) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

describe('indexText', () => {
  it('returns ASCII unchanged and joins the terms of other text', () => {
    expect(indexText('Plain, ASCII_text')).toBe('Plain, ASCII_text');
    expect(indexText('Plain, ASCII_text — and É')).toBe('plain ascii text and e');
    expect(indexText(' ½ ')).toBe('1 ⁄ 2');
    expect(indexText('…')).toBe('');
  });

  it('contains exactly the terms for a tokenizer that splits at ASCII punctuation', () => {
    const mixed = fc.array(fc.oneof(hostileText, fc.string({ unit: 'binary-ascii' })), { maxLength: 4 });
    fc.assert(
      fc.property(mixed, (parts) => {
        const text = parts.join(' ');
        const all = terms(text);
        expect(asciiTokens(indexText(text))).toEqual(all);
        if (/[^\x00-\x7f]/.test(text)) expect(indexText(text)).toBe(all.join(' '));
      }),
    );
  });
});

describe('nameKey', () => {
  it('keeps diacritics and folds case and composition', () => {
    expect(nameKey('ÉCOLE')).toBe(nameKey('e\u0301cole'));
    expect(nameKey('école')).not.toBe(nameKey('ecole'));
    expect(nameKey('Straße')).toBe(nameKey('STRASSE'));
    expect(nameKey('Ὀδυσσεύς')).toBe(nameKey('ὈΔΥΣΣΕΎΣ'));
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(nameKey(nameKey(text))).toBe(nameKey(text));
      }),
    );
  });
});
