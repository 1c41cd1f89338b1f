import { titleKeys } from '@notes/link-graph';
import { nameKey, tokenize } from '@notes/query-language';
import { and, eq, sql } from 'drizzle-orm';
import { documentNames, formerTitles, titleWords } from '../schema.js';
import type { Handle } from './handle.js';
import { build, defineQuery, names, type Parameters } from './query.js';
import { Statements } from './statements.js';

type Keyed = { key: string; documentPk: number };
type WordOf = { word: string; documentPk: number };
type OfDocument = { documentPk: number };

const insertName = defineQuery(({ key, documentPk }: Parameters<Keyed>) =>
  build.insert(documentNames).values({ key, documentPk }),
);
const deleteNames = defineQuery(({ documentPk }: Parameters<OfDocument>) =>
  build.delete(documentNames).where(eq(documentNames.documentPk, documentPk)),
);
/** Ignores a word that is stored: the tokenizer of another program version may have left one that `remove` missed. */
const insertWord = defineQuery(({ word, documentPk }: Parameters<WordOf>) =>
  build.insert(titleWords).values({ word, documentPk }).onConflictDoNothing(),
);
const deleteWord = defineQuery(({ word, documentPk }: Parameters<WordOf>) =>
  build.delete(titleWords).where(and(eq(titleWords.word, word), eq(titleWords.documentPk, documentPk))),
);
/** Replaces the row of a title that the note had before: the last title given up has the highest key. */
const replaceFormerTitle = defineQuery(
  ({ documentPk, titleKey }: Parameters<{ documentPk: number; titleKey: string }>) =>
    sql`INSERT OR REPLACE INTO ${formerTitles} (${names(formerTitles.documentPk, formerTitles.titleKey)})
      VALUES (${documentPk}, ${titleKey})`,
);
const deleteFormerTitles = defineQuery(({ documentPk }: Parameters<OfDocument>) =>
  build.delete(formerTitles).where(eq(formerTitles.documentPk, documentPk)),
);

/** Stores the additional keys of notes: other names for links, title words for suggestions, former titles. */
export class NameWriter {
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
  }

  insert(documentPk: number, title: string, fileName: string | null): void {
    this.#insertKeys(documentPk, title, fileName);
    for (const word of splitTitle(title)) this.#sql.run(insertWord, { word, documentPk });
  }

  /** Changes the title keys of a note, and stores the former title. */
  rename(documentPk: number, from: string, to: string, fileName: string | null): void {
    this.#remove(documentPk, from);
    this.insert(documentPk, to, fileName);
    this.addFormerTitle(documentPk, from);
  }

  /** Stores a title that the note had before; call it in the order in which the note gave up its titles. */
  addFormerTitle(documentPk: number, title: string): void {
    this.#sql.run(replaceFormerTitle, { documentPk, titleKey: nameKey(title) });
  }

  /** Deletes all names of a note. */
  purge(documentPk: number, title: string): void {
    this.#remove(documentPk, title);
    this.#sql.run(deleteFormerTitles, { documentPk });
  }

  #insertKeys(documentPk: number, title: string, fileName: string | null): void {
    const own = nameKey(title);
    for (const key of titleKeys(title, fileName, nameKey)) {
      if (key !== own) this.#sql.run(insertName, { key, documentPk });
    }
  }

  #remove(documentPk: number, title: string): void {
    this.#sql.run(deleteNames, { documentPk });
    for (const word of splitTitle(title)) this.#sql.run(deleteWord, { word, documentPk });
  }
}

const splitTitle = (title: string) => new Set(tokenize(title).map(({ term }) => term));
