import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { randomKey } from '../ui/random-key.js';
import type { BaseText, CursorRange, NoteText } from './note-text.js';

/** What was written and not yet confirmed by the server. */
export interface Draft {
  /** The id of the note, or `new:` and something random while it has none. */
  readonly key: string;
  /** Undefined while the server has no such note. */
  readonly base: BaseText | undefined;
  /** Where a new note is to be made; undefined for the notebook notes go to by default. */
  readonly notebookId: string | undefined;
  readonly text: NoteText;
  readonly selection: CursorRange;
  /** Texts that were sent without an answer: the server may hold any of them. */
  readonly unanswered: readonly NoteText[];
  /** When it was begun, and written to last; milliseconds since 1970. */
  readonly startedAt: number;
  readonly changedAt: number;
}

export interface Journal {
  put(draft: Draft): Promise<void>;
  get(key: string): Promise<Draft | undefined>;
  remove(key: string): Promise<void>;
  list(): Promise<Draft[]>;
  /** Puts a draft in the stead of that of another key, all or nothing. */
  replace(oldKey: string, draft: Draft): Promise<void>;
}

interface Tables extends DBSchema {
  drafts: { key: string; value: Draft };
}

const NEW = 'new:';
export const newDraftKey = (): string => NEW + randomKey();
export const isNewKey = (key: string): boolean => key.startsWith(NEW);

/** The journal of this browser: it outlives the page and the server. */
export function openJournal(name = 'notes-drafts'): Journal {
  let opened: Promise<IDBPDatabase<Tables>> | undefined;
  const database = () => {
    opened ??= openDB<Tables>(name, 1, {
      upgrade: (made) => void made.createObjectStore('drafts', { keyPath: 'key' }),
    });
    return opened;
  };
  return {
    put: async (draft) => void (await (await database()).put('drafts', draft)),
    get: async (key) => (await database()).get('drafts', key),
    remove: async (key) => (await database()).delete('drafts', key),
    list: async () => (await database()).getAll('drafts'),
    replace: async (oldKey, draft) => {
      const unit = (await database()).transaction('drafts', 'readwrite');
      await Promise.all([unit.store.delete(oldKey), unit.store.put(draft), unit.done]);
    },
  };
}
