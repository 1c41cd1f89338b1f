import { createHash } from 'node:crypto';
import type { NoteView, View } from '../../merge/view.js';
import { appendOwn, type Change, type LibraryState } from '../memory-state.js';
import type { Random } from './random.js';

/** Words that a change added, and words that it removed after its author had seen them. */
export interface ChangedWords {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const NOTHING: ChangedWords = { added: [], removed: [] };
export const TOKEN_PREFIX = 'token';
const TOKEN = new RegExp(`${TOKEN_PREFIX}[0-9a-z]{12}`, 'g');

export const findTokens = (text: string): string[] => text.match(TOKEN) ?? [];

/** Makes random changes as a user who sees the view of a library. Every written text contains a unique word. */
export class Author {
  readonly #random: Random;
  readonly #nowMs: () => number;

  constructor(random: Random, nowMs: () => number) {
    this.#random = random;
    this.#nowMs = nowMs;
  }

  change(state: LibraryState, shown: View): ChangedWords {
    const say = (change: Change) => appendOwn(state, change, this.#nowMs());
    const kind = this.#random.pickWeighted({
      create: shown.notes.size < 3 ? 20 : 3,
      edit: 20,
      trash: 2,
      restore: 2,
      purge: 1,
      tag: 4,
      notebook: 4,
      attach: 2,
      resolve: shown.conflicts.size > 0 ? 4 : 0,
    });
    return this[kind](state, shown, say);
  }

  create(state: LibraryState, shown: View, say: AppendChange): ChangedWords {
    const doc = this.#id('doc');
    say({ op: 'doc.create', doc, created: this.#nowMs(), file_name: null });
    const notebook = this.#random.pick([null, ...shown.notebooks.keys()]);
    if (notebook !== null) say({ op: 'doc.home', doc, notebook });
    return this.#write(state, say, doc, [], [this.#token(), this.#token(), this.#token()]);
  }

  edit(state: LibraryState, shown: View, say: AppendChange): ChangedWords {
    const note = this.#note(shown);
    if (note === null) return NOTHING;
    const lines = note.body.split('\n');
    const removed = this.#random.chance(0.2) ? lines.splice(this.#random.below(lines.length), 1) : [];
    const at = this.#random.below(lines.length + 1);
    lines.splice(at, this.#random.chance(0.3) ? 1 : 0, this.#token());
    return this.#write(state, say, note.id, note.heads, lines, [note.body, ...removed]);
  }

  trash(_: LibraryState, shown: View, say: AppendChange): ChangedWords {
    const note = this.#note(shown);
    if (note !== null) say({ op: 'doc.trash', doc: note.id, seen: getHeadIds(note) });
    return NOTHING;
  }

  restore(state: LibraryState, shown: View, say: AppendChange): ChangedWords {
    const trashed = [...shown.notes.values()].filter(({ trashedAt }) => trashedAt !== null);
    if (trashed.length === 0) return NOTHING;
    const { id: doc } = this.#random.pick(trashed);
    say({ op: 'doc.restore', doc, undo: findDots(state, (op) => op.op === 'doc.trash' && op.doc === doc) });
    return NOTHING;
  }

  purge(_: LibraryState, shown: View, say: AppendChange): ChangedWords {
    const note = this.#note(shown);
    if (note === null) return NOTHING;
    say({ op: 'doc.purge', doc: note.id, seen: getHeadIds(note) });
    return { added: [], removed: [note.body, ...note.losers.map(({ body }) => body)].flatMap(findTokens) };
  }

  tag(state: LibraryState, shown: View, say: AppendChange): ChangedWords {
    const note = this.#note(shown);
    if (note === null) return NOTHING;
    const given = note.tags.length > 0 && this.#random.chance(0.3) ? this.#random.pick(note.tags) : null;
    if (given !== null) {
      const dots = findDots(state, (op) => op.op === 'doc.tag_add' && op.doc === note.id && op.tag === given);
      if (dots.length > 0) say({ op: 'doc.tag_remove', doc: note.id, dots });
      return NOTHING;
    }
    const tag = this.#id('tag');
    say({ op: 'tag.create', tag, name: this.#random.pick(['work', 'Work', 'home', 'later']), created: this.#nowMs() });
    say({ op: 'doc.tag_add', doc: note.id, tag });
    return NOTHING;
  }

  notebook(_: LibraryState, shown: View, say: AppendChange): ChangedWords {
    const notebooks = [...shown.notebooks.keys()];
    const some = () => this.#random.pick(notebooks);
    const kind = this.#random.pickWeighted({
      create: 4,
      move: notebooks.length > 1 ? 4 : 0,
      drop: notebooks.length > 2 ? 1 : 0,
    });
    if (kind === 'create') {
      const name = this.#random.pick(['Plans', 'plans', 'Letters']);
      const parent = notebooks.length > 0 && this.#random.chance(0.5) ? some() : null;
      say({ op: 'nb.create', notebook: this.#id('nb'), name, parent, icon_emoji: null, created: this.#nowMs() });
    } else if (kind === 'move') {
      const [notebook, parent] = this.#random.shuffle(notebooks) as [string, string];
      say({ op: 'nb.move', notebook, parent });
    } else say({ op: 'nb.delete', notebooks: [some()] });
    return NOTHING;
  }

  attach(state: LibraryState, shown: View, say: AppendChange): ChangedWords {
    const note = this.#note(shown);
    if (note === null) return NOTHING;
    const bytes = this.#random.bytes(this.#random.between(0, 300));
    const sha256 = storeBlob(state, bytes);
    const [resource, created] = [this.#id('res'), this.#nowMs()];
    const about = { sha256, size: bytes.length, mime: 'image/png', filename: 'scan.png', created };
    say({ op: 'res.create', resource, ...about });
    say({ op: 'doc.attach', doc: note.id, resource, relation_type: 'attachment' });
    return NOTHING;
  }

  resolve(state: LibraryState, shown: View, say: AppendChange): ChangedWords {
    const torn = [...shown.notes.values()].find(({ losers }) => losers.length > 0);
    const loser = torn?.losers[0];
    if (torn === undefined || loser === undefined) return NOTHING;
    const lines = [...torn.body.split('\n'), ...loser.body.split('\n')];
    const made = this.#write(state, say, torn.id, [...torn.heads, loser.revisionId], [...new Set(lines)]);
    const conflict = [...shown.conflicts.values()].find(
      (each) => 'other' in each && each.other.revisionId === loser.revisionId,
    );
    const write = state.log.get(state.replica)?.at(-1)?.operation.s ?? null;
    if (conflict !== undefined)
      say({ op: 'conflict.resolve', conflict: conflict.conflictId, doc: torn.id, resolution: 'merged', write });
    return made;
  }

  #write(
    state: LibraryState,
    say: AppendChange,
    doc: string,
    parents: readonly string[],
    lines: readonly string[],
    shown: readonly string[] = [],
  ): ChangedWords {
    const body = lines.join('\n');
    const text = this.#random.chance(0.05) ? this.#storeText(state, body) : { body };
    say({ op: 'doc.write', doc, rev: this.#id('rev'), parents: [...parents], title: 'A note', ...text });
    const present = new Set(findTokens(body));
    const before = new Set(shown.flatMap(findTokens));
    return {
      added: [...present].filter((token) => !before.has(token)),
      removed: [...before].filter((token) => !present.has(token)),
    };
  }

  #storeText(state: LibraryState, body: string) {
    const bytes = Buffer.from(body);
    return { body_ref: { sha256: storeBlob(state, bytes), size: bytes.length, chunks: 1 } };
  }

  #note(shown: View): NoteView | null {
    return shown.notes.size === 0 ? null : this.#random.pick([...shown.notes.values()]);
  }

  #token = () => `${TOKEN_PREFIX}${this.#letters(12)}`;
  #id = (prefix: string) => `${prefix}_0${this.#letters(25)}`;
  #letters = (count: number) =>
    Array.from({ length: count }, () => '0123456789abcdefghjkmnpqrstvwxyz'[this.#random.below(32)]).join('');
}

type AppendChange = (change: Change) => string;

const getHeadIds = ({ heads, losers }: NoteView) => [...heads, ...losers.map(({ revisionId }) => revisionId)];

function findDots(state: LibraryState, wanted: (operation: Change) => boolean): string[] {
  return [...state.log].flatMap(([replica, own]) =>
    own.flatMap(({ operation }) => (wanted(operation) ? [`${replica}:${operation.s}`] : [])),
  );
}

function storeBlob(state: LibraryState, bytes: Uint8Array): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  state.blobs.set(sha256, Uint8Array.from(bytes));
  return sha256;
}
