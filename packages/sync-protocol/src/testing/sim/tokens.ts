import type { View } from '../../merge/view.js';
import type { Made } from './author.js';
import { tokensIn } from './author.js';

/** The words of a history: those somebody was told were kept, and those somebody took away who had seen them. */
export class Tokens {
  readonly #added = new Map<string, string>();
  readonly #removed = new Set<string>();

  note(author: string, { added, removed }: Made): void {
    for (const token of added) if (!this.#added.has(token)) this.#added.set(token, author);
    for (const token of removed) this.#removed.add(token);
  }

  /** Those that went with a device, before anybody else had them. */
  giveUp(tokens: Iterable<string>): void {
    for (const token of tokens) this.#removed.add(token);
  }

  get all(): Iterable<string> {
    return this.#added.keys();
  }

  /** Those by authors of the group that are nowhere to be found, and that nobody took away. */
  lostIn({ notes }: View, isMember: (author: string) => boolean): string[] {
    const found = new Set<string>();
    for (const note of notes.values())
      for (const text of [note.body, ...note.losers.map(({ body }) => body)])
        for (const token of tokensIn(text)) found.add(token);
    return [...this.#added].flatMap(([token, author]) =>
      found.has(token) || this.#removed.has(token) || !isMember(author) ? [] : [token],
    );
  }
}
