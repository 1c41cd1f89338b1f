import { createHash } from 'node:crypto';
import { EMBEDDED } from '@notes/storage';
import {
  type AuthorState,
  checkSuccession,
  coversAll,
  decodeSegment,
  encodeSegment,
  type LoggedOperation,
  NEW_AUTHOR,
  type VersionVector,
} from '@notes/sync-protocol';
import { computeView, type View } from '@notes/sync-protocol/merge';
import { type BootstrapCheckpoint, createStoredOperations, type NextSegment } from '@notes/sync-protocol/run';
import type { OpenedLibrary } from '../support.js';

const SLICE = 3;

/** Replicas that exchange segments directly, without a carrier. */
export class Group {
  readonly members: readonly OpenedLibrary[];
  /** Progress of each member in the operations of each author, by `<number of the reader> <author>`. */
  readonly #known = new Map<string, AuthorState>();
  /** Partially applied segments, by `<number of the reader> <author>`. */
  readonly #begun = new Map<string, NextSegment>();
  /** Number of the last published operation of each author. */
  readonly #published = new Map<string, number>();

  constructor(members: readonly OpenedLibrary[]) {
    this.members = members;
  }

  /** Passes some operations of `from` that `to` lacks, in a segment of those whose dependencies `to` has. */
  async pass(from: OpenedLibrary, to: OpenedLibrary): Promise<boolean> {
    const author = getAuthor(from);
    const key = `${this.members.indexOf(to)} ${author}`;
    const begun = this.#begun.get(key);
    if (begun !== undefined) {
      await this.#apply(key, begun, to);
      return true;
    }
    await this.#publish(from);
    const before = this.#known.get(key) ?? NEW_AUTHOR;
    const applied = to.library.store.read(({ sync }) => sync.vector());
    const news = from.library.store.read(({ sync }) => sync.operations(author, before.seq, 2_000));
    const waits = news.findIndex(({ context }) => context !== undefined && !coversAll(applied, context));
    const operations = waits < 0 ? news : news.slice(0, waits);
    const [first] = operations;
    if (first === undefined) return false;
    const deps = first.context ?? before.context;
    const prev = before.digest;
    const bytes = encodeSegment({ replicaId: author, index: before.index + 1, prev, deps }, operations);
    const decoded = decodeSegment(bytes);
    if (!decoded.ok) throw new Error(`a segment is ${decoded.problem}`);
    const digest = createHash('sha256').update(bytes).digest('hex');
    const getLamports = (replica: string, seq: number) =>
      to.library.store.read(({ sync }) => sync.exchange.lamports(replica, seq));
    const next = checkSuccession(decoded.segment, digest, before, applied, getLamports);
    if (!next.ok) throw new Error(`a segment is refused: ${next.problem}`);
    const segment = { replica: author, operations: decoded.segment.operations, from: before, to: next.state };
    await this.#apply(key, segment, to);
    return true;
  }

  /**
   * Records the operations of a member as published, without merging quick revisions. From then on a number stays taken
   * after its operation is pruned.
   */
  async #publish(from: OpenedLibrary): Promise<void> {
    const author = getAuthor(from);
    await from.library.store.write(({ sync }) => {
      const operations = sync.operations(author, this.#published.get(author) ?? 0, 10_000);
      const last = operations.at(-1)?.operation;
      if (last === undefined) return;
      const index = (sync.exchange.getLastArtifact('ops')?.index ?? 0) + 1;
      const artifact = { artifactClass: 'ops', index, name: `${index}`, sha256: '', bytes: new Uint8Array() } as const;
      sync.exchange.keepArtifact(artifact, { index, digest: '', seq: last.s, lamport: last.l, context: {} });
      this.#published.set(author, last.s);
    });
  }

  /** Applies a slice of a segment. The rest waits for the next pass, with any steps in between. */
  async #apply(key: string, segment: NextSegment, { library }: OpenedLibrary): Promise<void> {
    const result = await library.store.write((unit) => unit.sync.apply(segment, SLICE));
    if (result === 'more') this.#begun.set(key, segment);
    else if (result === 'applied') {
      this.#begun.delete(key);
      this.#known.set(key, segment.to);
    } else throw new Error(`a segment is ${result}`);
  }

  /** Exchanges until every member has every operation. */
  async exchange(): Promise<void> {
    for (let moved = true; moved; ) {
      moved = false;
      for (const from of this.members)
        for (const to of this.members) if (from !== to) moved = (await this.pass(from, to)) || moved;
    }
  }

  /** Returns the view that the protocol derives from the operations a replica knows. */
  reference(member: OpenedLibrary): View {
    return computeView(this.listOperations(member));
  }

  listOperations(member: OpenedLibrary): LoggedOperation[] {
    const vector: VersionVector = member.library.store.read(({ sync }) => sync.vector());
    return Object.keys(vector).flatMap((replica) =>
      member.library.store.read(({ sync }) => sync.operations(replica, 0, 100_000)),
    );
  }
}

let serial = 0;

/** Returns the stored state of a member as a checkpoint. */
export function toCheckpoint(member: OpenedLibrary, group: Group): BootstrapCheckpoint {
  const versions = member.library.store.read(({ sync }) => sync.vector());
  const operations = group.listOperations(member);
  const lamport = Math.max(...operations.map(({ operation }) => operation.l));
  const authors = Object.entries(versions).map(([replica, seq]): [string, AuthorState] => [
    replica,
    { index: 1_000, digest: 'f'.repeat(64), seq, lamport, context: {} },
  ]);
  return { name: `${++serial}`, versions, authors: new Map(authors), operations: createStoredOperations(operations) };
}

/** A restored library continues as another replica. */
const getAuthor = ({ library }: OpenedLibrary) => library.store.read(({ sync }) => sync.own()?.id ?? '');

const sortEntries = <Value>(entries: Iterable<readonly [string, Value]>) =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Describes a library in a normal form in which views and real libraries can be compared. */
export function describeLibrary({ library }: OpenedLibrary) {
  return library.store.read((reader) => {
    const notebooks = reader.notebooks.all();
    const builtin = new Set(notebooks.filter(({ readOnly }) => readOnly).map(({ pk }) => pk));
    const ids = new Map(notebooks.map(({ pk, id }) => [pk, id]));
    const all = [...reader.documents.listTrash(100_000)];
    for (const { pk } of notebooks) if (!builtin.has(pk)) all.push(...reader.documents.listInNotebook(pk, 100_000));
    return {
      notes: sortEntries(
        all.map(({ id, pk, title, revisionId, createdAt, notebookId, deletedAt }) => [
          id,
          {
            title,
            revisionId,
            createdAt,
            body: reader.documents.getWithBody(id)?.body,
            notebook: notebookId,
            trashed: deletedAt !== null,
            trashedAt: deletedAt,
            tags: reader.tags
              .listForDocument(pk)
              .map((tag) => tag.id)
              .sort(),
            attachments: reader.resources
              .listForDocument(pk)
              .filter(({ relationType }) => relationType !== EMBEDDED)
              .map((each) => `${each.id} ${each.relationType}`)
              .sort(),
          },
        ]),
      ),
      notebooks: sortEntries(
        notebooks
          .filter((row) => !row.builtin)
          .map((row) => [
            row.id,
            {
              name: row.name,
              parent: row.parentPk === null ? null : ids.get(row.parentPk),
              icon: row.iconEmoji,
              updatedAt: row.updatedAt,
            },
          ]),
      ),
      tags: sortEntries(reader.tags.allWithCounts().map(({ id, name }) => [id, name])),
      searches: sortEntries(
        reader.searchNotebooks
          .all()
          .filter((row) => !row.builtin)
          .map(({ id, name, query }) => [id, { name, query }]),
      ),
      conflicts: reader.sync.conflicts
        .list('open', 1_000)
        .map(({ id, kind }) => `${kind} ${id}`)
        .sort(),
    };
  });
}

/** Describes a view in the same normal form. */
export function describeView({
  notes,
  notebooks,
  tags,
  searches,
  conflicts,
}: View): ReturnType<typeof describeLibrary> {
  return {
    notes: sortEntries(
      [...notes].map(([id, note]) => [
        id,
        {
          title: note.title,
          revisionId: note.revisionId,
          createdAt: note.createdAt,
          body: note.body,
          notebook: note.notebook,
          trashed: note.trashedAt !== null,
          trashedAt: note.trashedAt,
          tags: [...note.tags].sort(),
          attachments: note.attachments.map(({ resource, relation }) => `${resource} ${relation}`).sort(),
        },
      ]),
    ),
    notebooks: sortEntries(
      [...notebooks].map(([id, { name, parent, iconEmoji: icon, updatedAt }]) => [
        id,
        { name, parent, icon, updatedAt },
      ]),
    ),
    tags: sortEntries([...tags].map(([id, { name }]) => [id, name])),
    searches: sortEntries([...searches].map(([id, { name, query }]) => [id, { name, query }])),
    conflicts: [...conflicts.values()].map(({ kind, conflictId }) => `${kind} ${conflictId}`).sort(),
  };
}

export const readViewDigest = ({ library }: Pick<OpenedLibrary, 'library'>): string =>
  library.store.read(({ sync }) => {
    const work = sync.buildLeafTree();
    for (;;) {
      const { done, value } = work.next();
      if (done) return value.root();
    }
  });
