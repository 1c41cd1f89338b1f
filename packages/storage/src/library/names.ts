import { titleKeys } from '@notes/link-graph';
import { nameKey, tokenize } from '@notes/query-language';
import { type Handle, Statements } from './statements.js';

/** Stores the additional keys of notes: other names for links, title words for suggestions, former titles. */
export class NameWriter {
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
  }

  insert(documentPk: number, title: string, fileName: string | null): void {
    this.#insertKeys(documentPk, title, fileName);
    // The tokenizer of another program version may have left a word that `remove` did not find.
    for (const word of titleWords(title))
      this.#sql.run('INSERT OR IGNORE INTO title_words (word, document_pk) VALUES (?, ?)', word, documentPk);
  }

  /** Changes the title keys of a note, and stores the former title. */
  rename(documentPk: number, from: string, to: string, fileName: string | null): void {
    this.#remove(documentPk, from);
    this.insert(documentPk, to, fileName);
    this.#sql.run(
      'INSERT OR REPLACE INTO former_titles (document_pk, title_key) VALUES (?, ?)',
      documentPk,
      nameKey(from),
    );
  }

  /** Deletes all names of a note. */
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
