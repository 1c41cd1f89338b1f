/*
 * query   = [ any ] ;                                  (* blank: All notes *)
 * any     = all , { "OR" , all } ;                     (* looser than the implicit AND *)
 * all     = item , { item } ;
 * item    = { "-" } , ( group | leaf ) ;               (* "-" touches what it negates *)
 * group   = "(" , [ any ] , ")" ;
 * leaf    = phrase , { "*" } | field , ":" , value | word ;
 * phrase  = '"' , { literal } , '"' ;
 * value   = ( bare | phrase ) , { bare | phrase } ;    (* nothing between them *)
 * word    = bare , { bare } ;                          (* and not the word OR *)
 * bare    = literal - ( space | "(" | ")" | '"' ) ;
 * literal = "\" , ASCII punctuation | any character ;
 * field   = "title" | "body" | "tag" | "notebook" | "category" | "is" | "has" | "created" | "updated"
 *         | "links-to" | "linked-from" | "id" | "filename" | "mime" ;   (* any case *)
 *
 * Leaves are read in lex.ts and fields.ts, and joined in this file. Leaves and groups without anything to search for
 * are left out, with the `-` and the OR next to them.
 */
import { all, any, not } from './build.js';
import { describeFailure, QueryFailure } from './failure.js';
import { type Lexeme, lex } from './lex.js';
import { byteLimitOffset, LIMITS } from './limits.js';
import type { ParseResult, Query, QueryNode } from './types.js';
import { mentionsTrash, positiveTexts } from './walk.js';

/**
 * Parses a query (SPEC.md, sections 4 and 6) in time linear in `LIMITS.bytes`.
 *
 * @param text Any string. Valid queries have at most 4,096 UTF-8 bytes, 256 tokens and 16 nested parentheses. A token
 *   is a term (a phrase has several, and so has a run of Chinese), a field with its value, or one of `OR`, `-`, `(`,
 *   `)`
 * @returns The query, or the first error with its position. Never throws
 * @example
 * const result = parseQuery('tag:work -is:template');
 * if (!result.ok) console.error(result.error.message);
 */
export function parseQuery(text: string): ParseResult {
  try {
    return { ok: true, query: parse(text) };
  } catch (failure) {
    if (!(failure instanceof QueryFailure)) throw failure;
    return { ok: false, error: describeFailure(failure, text) };
  }
}

function parse(text: string): Query {
  const over = byteLimitOffset(text, LIMITS.bytes);
  if (over >= 0)
    throw new QueryFailure('too_long', `longer than ${LIMITS.bytes} bytes`, 'shorten the query', over, text.length);
  const lexemes = lex(text);
  const root = new Parser(lexemes).query();
  if (root === null && lexemes.length > 0) {
    const hint = 'add a word, or a field such as tag:work';
    throw new QueryFailure('nothing_to_search', 'nothing to search for', hint, lexemes[0]!.start, text.length);
  }
  return { root, seesTrash: mentionsTrash(root), hasText: positiveTexts(root).length > 0 };
}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly lexemes: readonly Lexeme[]) {}

  query(): QueryNode | null {
    const node = this.any();
    const rest = this.lexemes[this.at];
    if (rest !== undefined) {
      const hint = 'remove it, or add an opening parenthesis';
      throw new QueryFailure('unexpected', 'unexpected )', hint, rest.start, rest.end);
    }
    return node;
  }

  private any(): QueryNode | null {
    const nodes: QueryNode[] = [];
    for (;;) {
      const first = this.at;
      const node = this.all();
      if (node !== null) nodes.push(node);
      const next = this.lexemes[this.at];
      // An OR without a term on this side: the following OR, or the preceding one.
      const bare = this.at > first ? undefined : next?.kind === 'or' ? next : this.lexemes[first - 1];
      if (bare?.kind === 'or') {
        const problem = 'OR needs a term on both sides';
        throw new QueryFailure('unexpected', problem, 'add a term, or remove OR', bare.start, bare.end);
      }
      if (next?.kind !== 'or') return any(nodes);
      this.at++;
    }
  }

  private all(): QueryNode | null {
    const nodes: QueryNode[] = [];
    for (;;) {
      const lexeme = this.lexemes[this.at];
      if (lexeme === undefined || lexeme.kind === 'or' || lexeme.kind === 'close') return all(nodes);
      const node = this.item(lexeme);
      if (node !== null) nodes.push(node);
    }
  }

  private item(first: Lexeme): QueryNode | null {
    let lexeme = first;
    let negated = false;
    while (lexeme.kind === 'not') {
      negated = !negated;
      lexeme = this.lexemes[++this.at]!; // The lexer makes a `-` an operator only when an item follows.
    }
    const node = lexeme.kind === 'leaf' ? lexeme.node : this.group(lexeme);
    this.at++;
    return node !== null && negated ? not(node) : node;
  }

  /** Reads a group; `at` is at the closing parenthesis afterwards. */
  private group({ start, end }: Lexeme): QueryNode | null {
    if (this.depth === LIMITS.depth) {
      const problem = `more than ${LIMITS.depth} parentheses inside each other`;
      throw new QueryFailure('too_deep', problem, 'use fewer parentheses', start, end);
    }
    this.depth++;
    this.at++;
    const node = this.any();
    if (this.lexemes[this.at] === undefined) {
      throw new QueryFailure('unclosed_group', 'unclosed parenthesis', 'add a closing parenthesis', start, end);
    }
    this.depth--;
    return node;
  }
}
