import { hash } from 'node:crypto';
import type { LoggedOperation, OperationOf } from '../../log/operations.js';
import { getEntityKey } from '../../merge/entity.js';
import { createGroups } from '../../merge/groups.js';
import { groupBy } from '../../merge/operations-by-name.js';
import {
  assembleView,
  computeLineageView,
  computeView,
  groupLineages,
  type LineageView,
  type TextReader,
  type View,
} from '../../merge/view.js';
import { computeViewDigest } from '../../run/retention/view-digest.js';
import { getVersions, type LibraryState } from '../memory-state.js';
import type { SimulationCache } from './simulation-cache.js';

/** View of a library state, computed once for each state of its log. Only changed lineages are recomputed. */
export class LibraryView {
  readonly #version: () => number;
  readonly #memo: SimulationCache;
  /** Lineages by the id of the original note. */
  #lineages = new Map<string, KnownLineage>();
  #key = '';
  #view: View | null = null;
  #digest: string | null = null;

  /** @param version returns the merge version in use */
  constructor(version: () => number, memo: SimulationCache) {
    this.#version = version;
    this.#memo = memo;
  }

  getView(state: LibraryState): View {
    const version = this.#version();
    const key = JSON.stringify([version, state.replica, getVersions(state), ownFacts(state)]);
    if (key !== this.#key) this.clearCache();
    this.#view ??= applyRules(this.#assemble(state), version);
    this.#key = key;
    return this.#view;
  }

  /** Returns the digest that a replica acknowledges. */
  getDigest(state: LibraryState): string {
    const shown = this.getView(state);
    this.#digest ??= this.#computeDigest(shown);
    return this.#digest;
  }

  #computeDigest(shown: View): string {
    const content = hashView(shown);
    const digest = this.#memo.viewDigests.get(content) ?? computeViewDigest(shown, sha256);
    this.#memo.viewDigests.set(content, digest);
    return digest;
  }

  #assemble({ log, blobs }: LibraryState): View {
    const byEntity = groupBy([...log.values()].flat(), ({ operation }) => getEntityKey(operation));
    const texts = createTextReader(blobs);
    const lineages = new Map<string, KnownLineage>();
    for (const { root, operations } of groupLineages(createGroups(byEntity))) {
      const known = this.#lineages.get(root);
      const isKnown = known !== undefined && isSameList(known.operations, operations);
      lineages.set(root, isKnown ? known : { operations, view: computeLineageView(root, operations, texts) });
    }
    this.#lineages = lineages;
    return assembleView(
      Array.from(lineages.values(), (lineage) => lineage.view),
      byEntity,
      texts,
    );
  }

  /** Clears the cache after a restore: the restored log may reuse numbers for other operations. */
  clearCache(): void {
    this.#view = null;
    this.#digest = null;
  }
}

interface KnownLineage {
  readonly operations: readonly LoggedOperation[];
  readonly view: LineageView;
}

/** Facts that change when own operations move or are rebased without new ones being added. */
function ownFacts({ log, replica }: LibraryState): readonly number[] {
  let [lamports, revisions, parents] = [0, 0, 0];
  for (const { operation } of log.get(replica) ?? []) {
    lamports += operation.l;
    if (operation.op !== 'doc.write') continue;
    revisions += 1;
    parents += operation.parents.length;
  }
  return [lamports, revisions, parents];
}

const isSameList = <Item>(a: readonly Item[], b: readonly Item[]) =>
  a.length === b.length && a.every((item, at) => item === b[at]);

/** Merge versions of a simulation: that of the protocol, and a later one. */
export const RULES = [1, 2] as const;

/** Computes the view of a library from scratch, as reference. */
export function computeReferenceView(
  operations: readonly LoggedOperation[],
  blobs: ReadonlyMap<string, Uint8Array>,
  version = 1,
): View {
  return applyRules(computeView(operations, createTextReader(blobs)), version);
}

const createTextReader = (blobs: ReadonlyMap<string, Uint8Array>): TextReader => ({
  readBody: (write) => readText(write, { blobs }),
});

/** Gives notes another title under the later version, so that a mix of both versions is detected. */
function applyRules(first: View, version: number): View {
  if (version === 1) return first;
  const notes = [...first.notes].map(
    ([id, note]) => [id, { ...note, title: `${note.title} by rules ${version}` }] as const,
  );
  return { ...first, notes: new Map(notes) };
}

/** Returns the body of a revision. Throws Error when its text was not stored before the operation was applied. */
export function readText(
  { rev, body, body_ref }: OperationOf<'doc.write'>,
  { blobs }: { readonly blobs: ReadonlyMap<string, Uint8Array> },
): string {
  const text = body ?? decode(blobs.get(body_ref?.sha256 ?? ''));
  if (text === undefined)
    throw new Error(`The text of revision ${rev} was not stored before its operation was applied.`);
  return text;
}

const decode = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/** Returns the digest of a whole view, independent of the order of its parts. */
export function hashView(view: View): string {
  const parts = Object.entries<ReadonlyMap<string, unknown>>({ ...view });
  return hash('sha256', JSON.stringify(parts.map(([name, entries]) => [name, [...entries].sort(byKey)])));
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
