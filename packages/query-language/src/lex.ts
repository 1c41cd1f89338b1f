import { QueryFailure } from './failure.js';
import { FIELDS, type Field, readText, type Value } from './fields.js';
import { LIMITS } from './limits.js';
import type { QueryNode } from './types.js';

/**
 * Lexeme of a query. A `leaf` is a word, a phrase or a field with its value; its node is null when it only has
 * punctuation.
 */
export type Lexeme =
  | { kind: 'or' | 'not' | 'open' | 'close'; start: number; end: number }
  | { kind: 'leaf'; start: number; end: number; node: QueryNode | null };

const SPACE = /\s/;
const FIELD_NAME = /([A-Za-z-]{2,11}):/y;
/**
 * Characters that a backslash escapes. Before all other characters the backslash is literal, so that `C:\notes` stays
 * two words.
 */
const ESCAPABLE = /[!-/:-@[-`{-~]/;

/**
 * Splits a query into lexemes in one pass.
 *
 * @throws QueryFailure for a query that is not valid
 */
export function lex(text: string): Lexeme[] {
  return new Lexer(text).run();
}

class Lexer {
  private at = 0;
  private readonly lexemes: Lexeme[] = [];
  private tokens = 0;

  constructor(private readonly text: string) {}

  run(): Lexeme[] {
    while (this.at < this.text.length) {
      const char = this.text[this.at]!;
      if (SPACE.test(char)) this.at++;
      else if (char === '(') this.operator('open', 1);
      else if (char === ')') this.operator('close', 1);
      else if (char === '-') this.minus();
      else if (char === '"') this.phrase();
      else this.wordOrField();
    }
    return this.lexemes;
  }

  /**
   * Adds a lexeme and checks the token limit. Each word of a phrase counts, because it costs a search as much as a
   * single word.
   */
  private push(lexeme: Lexeme): void {
    const terms = lexeme.kind === 'leaf' && lexeme.node?.type === 'text' ? lexeme.node.terms.length : 1;
    this.tokens += terms;
    if (this.tokens > LIMITS.tokens) {
      const problem = `more than ${LIMITS.tokens} tokens`;
      throw new QueryFailure('too_many_tokens', problem, 'shorten the query', lexeme.start, lexeme.end);
    }
    this.lexemes.push(lexeme);
  }

  private leaf(start: number, node: QueryNode | null): void {
    this.push({ kind: 'leaf', start, end: this.at, node });
  }

  private operator(kind: 'or' | 'not' | 'open' | 'close', length: number): void {
    this.push({ kind, start: this.at, end: this.at + length });
    this.at += length;
  }

  /** Reads a run of `-`, which negates the item directly after it. Without such an item it is punctuation. */
  private minus(): void {
    const start = this.at;
    let end = start;
    while (this.text[end] === '-') end++;
    const next = this.text[end];
    if (next === undefined || next === ')' || SPACE.test(next)) {
      this.at = end;
      this.leaf(start, null);
    } else {
      while (this.at < end) this.operator('not', 1);
    }
  }

  private phrase(): void {
    const start = this.at;
    let text = this.readQuoted();
    const stars: number[] = [];
    for (; this.text[this.at] === '*'; this.at++) {
      stars.push(text.length);
      text += '*';
    }
    this.leaf(start, readText('any', { text, quoted: true, hashed: false, stars }));
  }

  private wordOrField(): void {
    const start = this.at;
    FIELD_NAME.lastIndex = start;
    const name = (FIELD_NAME.exec(this.text)?.[1] ?? '').toLowerCase();
    const field = FIELDS.get(name);
    if (field !== undefined) this.field(name, field);
    else this.word();
  }

  private field(name: string, field: Field): void {
    const start = this.at;
    this.at += name.length + 1;
    const valueStart = this.at;
    const node = field.read(this.value(true));
    if (node === null) {
      const missing = this.at === valueStart;
      const problem = `${missing ? 'missing' : 'bad'} value for ${name}`;
      const value = { field: name, missing, takes: field.takes };
      throw new QueryFailure(
        'bad_value',
        problem,
        `it takes ${field.takes}`,
        missing ? start : valueStart,
        this.at,
        value,
      );
    }
    this.leaf(start, node);
  }

  private word(): void {
    const start = this.at;
    const value = this.value(false);
    const negated = this.lexemes.at(-1)?.kind === 'not';
    if (this.text.slice(start, this.at) === 'OR' && !negated) {
      this.push({ kind: 'or', start, end: this.at });
    } else {
      this.leaf(start, readText('any', value));
    }
  }

  /** Reads to the next space or parenthesis, or to a quote when `quotes` is false. */
  private value(quotes: boolean): Value {
    let text = '';
    let quoted = false;
    const hashed = this.text[this.at] === '#';
    const stars: number[] = [];
    while (this.at < this.text.length) {
      const char = this.text[this.at]!;
      if (char === '(' || char === ')' || SPACE.test(char)) break;
      if (char === '"') {
        if (!quotes) break;
        quoted = true;
        text += this.readQuoted();
        continue;
      }
      if (char === '*') stars.push(text.length);
      text += this.literal();
    }
    return { text, quoted, hashed, stars };
  }

  /** Reads the text between two quotes, and moves behind the second one. */
  private readQuoted(): string {
    const start = this.at++;
    let text = '';
    for (; this.text[this.at] !== '"'; ) {
      if (this.at >= this.text.length)
        throw new QueryFailure('unclosed_quote', 'unclosed quote', 'add a closing quotation mark', start, this.at);
      text += this.literal();
    }
    this.at++;
    return text;
  }

  /** Reads one code unit, or the code unit that a backslash escapes. */
  private literal(): string {
    const char = this.text[this.at++]!;
    const next = this.text[this.at];
    if (char !== '\\' || next === undefined || !ESCAPABLE.test(next)) return char;
    this.at++;
    return next;
  }
}
