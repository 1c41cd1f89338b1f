import { titleKeys } from '@notes/link-graph';
import { nameKey, tokenize } from '@notes/query-language';
import { type Handle, Statements } from './statements.js';

/** Keeps what notes are found by beside their title: other names for links, words for suggestions, titles they had. */
export class NameWriter {
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
  }

  insert(documentPk: number, title: string, fileName: string | null): void {
    this.#insertKeys(documentPk, title, fileName);
    // Another program's tokenizer may have left a word behind that this one did not know to remove.
    for (const word of titleWords(title))
      this.#sql.run('INSERT OR IGNORE INTO title_words (word, document_pk) VALUES (?, ?)', word, documentPk);
  }

  /** Takes a note to a title of another key, and remembers the one it had. */
  rename(documentPk: number, from: string, to: string, fileName: string | null): void {
    this.#remove(documentPk, from);
    this.insert(documentPk, to, fileName);
    this.#sql.run(
      'INSERT OR REPLACE INTO former_titles (document_pk, title_key) VALUES (?, ?)',
      documentPk,
      nameKey(from),
    );
  }

  /** Forgets every name of a note. */
  purge(documentPk: number, title: string): void {
    this.#remove(documentPk, title);
    this.#sql.run('DELETE FROM former_titles WHERE document_pk = ?', documentPk);
  }

  #insertKeys(documentPk: number, title: string, fileName: string | null): void {
    const own = nameKey(title);
    for (const key of titleKeys(title, fileName, nameKey)) {
      if (key !== own) this.#sql.run('INSERT INTO document_names (key, document_pk) VALUES (?, ?)', key, documentPk);
    }
  }

  #remove(documentPk: number, title: string): void {
    this.#sql.run('DELETE FROM document_names WHERE document_pk = ?', documentPk);
    for (const word of titleWords(title))
      this.#sql.run('DELETE FROM title_words WHERE word = ? AND document_pk = ?', word, documentPk);
  }
}

const titleWords = (title: string) => new Set(tokenize(title).map(({ term }) => term));
