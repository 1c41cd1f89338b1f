import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openTokenizer } from '../src/tokenizer.js';

const folder = mkdtempSync(join(tmpdir(), 'notes-tokenizer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789.,:#-[]()`é水的я'];
const toVocabulary = (tokens: readonly string[]) => Object.fromEntries(tokens.map((token, index) => [token, index]));
const UNKNOWN = { id: 0, content: '[UNK]', special: true };

const definitions = {
  'word pieces': {
    added_tokens: [UNKNOWN],
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      max_input_chars_per_word: 100,
      continuing_subword_prefix: '##',
      vocab: toVocabulary(['[UNK]', 'the', 'fox', 'ing', ...LETTERS, ...LETTERS.map((letter) => `##${letter}`)]),
    },
  },
  'words with a mark in front': {
    added_tokens: [UNKNOWN],
    normalizer: { type: 'Sequence', normalizers: [{ type: 'NFKC' }, { type: 'Lowercase' }] },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
    model: {
      type: 'Unigram',
      unk_id: 0,
      vocab: [['[UNK]', 0], ['▁', -2], ['▁the', -1], ['▁fox', -1], ...LETTERS.map((letter) => [letter, -3])],
    },
  },
  'bytes with the space in front': {
    added_tokens: [UNKNOWN],
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, use_regex: true },
    model: {
      type: 'BPE',
      unk_token: '[UNK]',
      vocab: toVocabulary(['[UNK]', 'Ġ', ...LETTERS, 'Ġt', 'th']),
      merges: ['Ġ t', 't h'],
    },
  },
  'a token with a space': {
    added_tokens: [UNKNOWN, { id: 1, content: 'the fox', special: false }],
    pre_tokenizer: { type: 'WhitespaceSplit' },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      max_input_chars_per_word: 100,
      continuing_subword_prefix: '##',
      vocab: toVocabulary(['[UNK]', 'the fox', 'the', 'fox', ...LETTERS.map((letter) => `##${letter}`)]),
    },
  },
};

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('the', 'fox', 'Ünïcode', 'e\u0301', '水的', '- [ ] ', '“a”', '🦊', ...LETTERS),
      fc.constantFrom(' ', ' ', ' ', '  ', '\n', '\t', '\u00a0', '\u3000'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

const NOTHING = { normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null };

it.each(Object.entries(definitions))('%s: a text has the tokens that its tokenizer gives it', async (name, part) => {
  const definition = { ...NOTHING, ...part };
  const own = mkdtempSync(join(folder, 'model-'));
  writeFileSync(join(own, 'tokenizer.json'), JSON.stringify(definition));
  const opened = await openTokenizer(own);
  const whole = new Tokenizer(definition, {}) as unknown as {
    encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
  };
  const encode = (words: string) => whole.encode(words, { add_special_tokens: false }).ids.filter((id) => id !== 0);
  expect(encode('the fox').length, name).toBeGreaterThan(0);
  fc.assert(
    fc.property(text, (words) => {
      expect(opened.encode(words, false)).toEqual(encode(words));
    }),
    { numRuns: 300 },
  );
});
