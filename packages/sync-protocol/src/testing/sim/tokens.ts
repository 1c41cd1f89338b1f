import type { View } from '../../merge/view.js';
import type { ChangedWords } from './author.js';
import { findTokens } from './author.js';

/** Words of a history: those acknowledged as saved, and those that a user who had seen them removed. */
export class Tokens {
  readonly #added = new Map<string, string>();
  readonly #removed = new Set<string>();

  note(author: string, { added, removed }: ChangedWords): void {
    for (const token of added) if (!this.#added.has(token)) this.#added.set(token, author);
    for (const token of removed) this.#removed.add(token);
  }

  /** Excuses words that were lost with a device before another one had them. */
  giveUp(tokens: Iterable<string>): void {
    for (const token of tokens) this.#removed.add(token);
  }

  get all(): Iterable<string> {
    return this.#added.keys();
  }

  /** Returns the words by members that no text contains and that nobody removed. */
  lostIn({ notes }: View, isMember: (author: string) => boolean): string[] {
    const found = new Set<string>();
    for (const note of notes.values())
      for (const text of [note.body, ...note.losers.map(({ body }) => body)])
        for (const token of findTokens(text)) found.add(token);
    return [...this.#added].flatMap(([token, author]) =>
      found.has(token) || this.#removed.has(token) || !isMember(author) ? [] : [token],
    );
  }
}
