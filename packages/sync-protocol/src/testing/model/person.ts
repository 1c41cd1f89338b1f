import { getDot } from '../../log/order.js';
import type { Conflict, DocumentConflict } from '../../merge/conflicts/conflict.js';
import { resolveDocumentConflict } from '../../merge/conflicts/resolution.js';
import type { NoteText } from '../../merge/merge-heads.js';
import type { NoteView } from '../../merge/view.js';
import type { Random } from '../sim/random.js';
import type { Policy } from './policy.js';
import type { Intent, ModelReplica } from './replica.js';

/** Words written so far, and words that a user who saw them removed. */
export interface Words {
  count: number;
  readonly removed: Set<string>;
}

export const wordsIn = ({ title, body }: NoteText): string[] => `${title}\n${body}`.match(/w\d+/g) ?? [];

/** Weights of user actions. */
const ACTIONS = {
  create: 3,
  edit: 30,
  retitle: 2,
  trash: 2,
  restore: 2,
  purge: 3,
  home: 3,
  tag: 3,
  untag: 2,
  attach: 2,
  detach: 1,
  notebook: 2,
  moveNotebook: 4,
  nameNotebook: 1,
  deleteNotebook: 1,
  nameTag: 1,
  search: 1,
  setSearch: 1,
  deleteSearch: 1,
  resource: 1,
  deleteResource: 1,
  settle: 4,
  acknowledgeName: 1,
} as const;
type Action = keyof typeof ACTIONS;

const NAMES = ['Alpha', 'alpha', 'Beta', 'Gamma'];

/** A user of one replica, who acts on what its library shows. */
export class Person {
  readonly #replica: ModelReplica;
  readonly #random: Random;
  readonly #words: Words;
  readonly #policy: Policy;
  #made = 0;

  constructor(replica: ModelReplica, random: Random, words: Words, policy: Policy) {
    this.#replica = replica;
    this.#random = random;
    this.#words = words;
    this.#policy = policy;
  }

  act(): void {
    this.#replica.author(this.#actions[this.#random.pickWeighted(ACTIONS)]());
  }

  readonly #actions: Record<Action, () => Intent[]> = {
    create: () => {
      const doc = this.#id('doc');
      const body = Array.from({ length: 1 + this.#random.below(4) }, () => this.#word()).join('\n');
      const write: Intent = { op: 'doc.write', doc, rev: this.#id('rev'), parents: [], title: this.#word(), body };
      const created: Intent = { op: 'doc.create', doc, created: this.#made, file_name: null };
      return this.#random.chance(0.8) ? [created, write] : [write];
    },
    edit: () => this.#note((note) => [this.#write(note, { title: note.title, body: this.#editBody(note.body) })]),
    retitle: () => this.#note((note) => [this.#write(note, { title: this.#word(), body: note.body })]),
    trash: () =>
      this.#note(({ id, heads, losers }) => [{ op: 'doc.trash', doc: id, seen: getSeenRevisions(heads, losers) }]),
    restore: () => this.#note(({ id }) => [{ op: 'doc.restore', doc: id, undo: this.#findNoteDots('doc.trash', id) }]),
    purge: () =>
      this.#note((note) => {
        for (const text of [note, ...note.losers]) for (const word of wordsIn(text)) this.#words.removed.add(word);
        return [{ op: 'doc.purge', doc: note.id, seen: getSeenRevisions(note.heads, note.losers) }];
      }),
    home: () => this.#note(({ id }) => [{ op: 'doc.home', doc: id, notebook: this.#notebook() ?? 'nb_notes' }]),
    tag: () =>
      this.#note(({ id }) => {
        const tag = this.#pickOne(this.#replica.view().tags.keys());
        if (tag !== undefined && this.#random.chance(0.5)) return [{ op: 'doc.tag_add', doc: id, tag }];
        const fresh = this.#id('tag');
        const create: Intent = { op: 'tag.create', tag: fresh, name: this.#random.pick(NAMES), created: 0 };
        return [create, { op: 'doc.tag_add', doc: id, tag: fresh }];
      }),
    untag: () =>
      this.#note(({ id }) => [{ op: 'doc.tag_remove', doc: id, dots: this.#findNoteDots('doc.tag_add', id) }]),
    attach: () =>
      this.#note(({ id }) =>
        this.#resource((resource) => [{ op: 'doc.attach', doc: id, resource, relation_type: 'attachment' }]),
      ),
    detach: () => this.#note(({ id }) => [{ op: 'doc.detach', doc: id, dots: this.#findNoteDots('doc.attach', id) }]),
    notebook: () => {
      const parent = this.#notebook();
      const fields = { name: this.#random.pick(NAMES), icon_emoji: null, created: this.#made };
      return [{ op: 'nb.create', notebook: this.#id('nb'), parent, ...fields }];
    },
    moveNotebook: () => {
      const [notebook, parent] = [this.#notebook(), this.#notebook()];
      if (notebook === null || notebook === parent) return [];
      return [{ op: 'nb.move', notebook, parent }];
    },
    nameNotebook: () => {
      const notebook = this.#notebook();
      return notebook === null ? [] : [{ op: 'nb.name', notebook, name: this.#random.pick(NAMES) }];
    },
    deleteNotebook: () => {
      const notebook = this.#notebook();
      return notebook === null ? [] : [{ op: 'nb.delete', notebooks: [notebook] }];
    },
    nameTag: () => {
      const tag = this.#pickOne(this.#replica.view().tags.keys());
      return tag === undefined ? [] : [{ op: 'tag.name', tag, name: this.#random.pick(NAMES) }];
    },
    search: () => {
      const fields = { name: this.#random.pick(NAMES), query: 'a', icon_emoji: null, created: this.#made };
      return [{ op: 'sn.create', search: this.#id('snb'), ...fields }];
    },
    setSearch: () => {
      const search = this.#pickOne(this.#replica.view().searches.keys());
      return search === undefined ? [] : [{ op: 'sn.set', search, name: this.#random.pick(NAMES) }];
    },
    deleteSearch: () => {
      const search = this.#pickOne(this.#replica.view().searches.keys());
      return search === undefined ? [] : [{ op: 'sn.delete', search, seen: this.#findEntityDots('search', search) }];
    },
    resource: () => {
      const fields = { sha256: '0'.repeat(64), size: 1, mime: 'text/plain', filename: 'a', created: 0 };
      return [{ op: 'res.create', resource: this.#id('res'), ...fields }];
    },
    deleteResource: () =>
      this.#resource((resource) => [{ op: 'res.delete', resource, seen: this.#findEntityDots('resource', resource) }]),
    settle: () => {
      const conflict = this.#pickOne(this.#replica.view().conflicts.values());
      return conflict === undefined ? [] : this.#resolve(conflict);
    },
    acknowledgeName: () => {
      const named = [...this.#replica.view().conflicts.values()].filter(({ kind }) => kind === 'name_collision');
      const conflict = this.#pickOne(named);
      if (conflict === undefined) return [];
      return [
        { op: 'conflict.resolve', conflict: conflict.conflictId, doc: null, resolution: 'keep_both', write: null },
      ];
    },
  };

  #resolve(conflict: Conflict): Intent[] {
    if (conflict.kind === 'name_collision') return [];
    const { conflictId, documentId: doc } = conflict;
    const resolve = (resolution: 'keep_local' | 'keep_remote' | 'keep_both'): Intent => ({
      op: 'conflict.resolve',
      conflict: conflictId,
      doc,
      resolution,
      write: null,
    });
    if (conflict.kind === 'purge_vs_edit') return [resolve('keep_local')];
    return this.#resolveTexts(conflict, this.#random.pick(['keep_local', 'keep_remote', 'keep_both']), resolve);
  }

  #resolveTexts(
    conflict: DocumentConflict,
    resolution: 'keep_local' | 'keep_remote' | 'keep_both',
    resolve: (resolution: 'keep_local' | 'keep_remote' | 'keep_both') => Intent,
  ): Intent[] {
    const note = this.#replica.view().notes.get(conflict.documentId) as NoteView;
    const { write, copy } = resolveDocumentConflict(note, conflict, this.#replica.id, { resolution });
    const after = new Set([write, ...(copy === null ? [] : [copy])].flatMap(wordsIn));
    for (const text of [conflict.main, conflict.other])
      for (const word of wordsIn(text)) if (!after.has(word)) this.#words.removed.add(word);
    const written: Intent = { op: 'doc.write', rev: this.#id('rev'), via: 'resolve', ...write };
    const copied: Intent[] = copy === null ? [] : [{ op: 'doc.write', rev: this.#id('rev'), parents: [], ...copy }];
    return [written, ...copied, resolve(resolution)];
  }

  #write(note: NoteView, text: NoteText): Intent {
    const after = new Set(wordsIn(text));
    for (const word of wordsIn(note)) if (!after.has(word)) this.#words.removed.add(word);
    const parents = [...this.#policy.getEditParents(note)];
    return { op: 'doc.write', doc: note.id, rev: this.#id('rev'), parents, ...text };
  }

  #editBody(body: string): string {
    const lines = body.split('\n');
    const at = this.#random.below(lines.length);
    const change = this.#random.below(4);
    if (change === 0) lines.splice(at, 1);
    else lines.splice(at, change === 1 ? 1 : 0, this.#word());
    return lines.join('\n');
  }

  #note(act: (note: NoteView) => Intent[]): Intent[] {
    const note = this.#pickOne(this.#replica.view().notes.values());
    return note === undefined ? [] : act(note);
  }

  #resource(act: (id: string) => Intent[]): Intent[] {
    const id = this.#pickOne(this.#replica.view().resources.keys());
    return id === undefined ? [] : act(id);
  }

  #notebook(): string | null {
    return this.#random.chance(0.2) ? null : (this.#pickOne(this.#replica.view().notebooks.keys()) ?? null);
  }

  #pickOne<Item>(items: Iterable<Item>): Item | undefined {
    const all = [...items];
    return all.length === 0 ? undefined : this.#random.pick(all);
  }

  #findNoteDots(op: 'doc.trash' | 'doc.tag_add' | 'doc.attach', doc: string): string[] {
    const own = this.#replica.library.operations();
    return own.filter(({ operation }) => operation.op === op && operation.doc === doc).map(getDot);
  }

  #findEntityDots(field: 'search' | 'resource', id: string): string[] {
    const own = this.#replica.library.operations();
    const names = field === 'search' ? ['sn.create', 'sn.set'] : ['res.create', 'res.name'];
    const matchesEntity = (operation: object) => (operation as Record<string, unknown>)[field] === id;
    return own.filter(({ operation }) => names.includes(operation.op) && matchesEntity(operation)).map(getDot);
  }

  #word(): string {
    this.#words.count += 1;
    return `w${this.#words.count}`;
  }

  #id(prefix: string): string {
    this.#made += 1;
    return `${prefix}_${this.#replica.id.slice('rep_'.length)}${this.#made}`;
  }
}

const getSeenRevisions = (heads: readonly string[], losers: readonly { readonly revisionId: string }[]) => [
  ...heads,
  ...losers.map(({ revisionId }) => revisionId),
];
