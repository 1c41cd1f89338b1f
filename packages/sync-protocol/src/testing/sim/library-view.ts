import { createHash } from 'node:crypto';
import type { LoggedOperation, OperationOf } from '../../log/operations.js';
import { type View, view } from '../../merge/view.js';
import { viewDigest } from '../../retention/view-digest.js';
import { type LibraryState, operationsOf, versionsOf } from '../memory-state.js';

/** The library a state stands for, worked out once for each state of its log. */
export class LibraryView {
  readonly #version: () => number;
  #key = '';
  #view: View | null = null;
  #digest: string | null = null;

  /** @param version Of the rules of merging, that in use now */
  constructor(version: () => number) {
    this.#version = version;
  }

  of(state: LibraryState): View {
    const version = this.#version();
    const key = JSON.stringify([version, state.replica, versionsOf(state)]);
    if (key !== this.#key) this.forget();
    this.#view ??= viewOf(operationsOf(state), state.blobs, version);
    this.#key = key;
    return this.#view;
  }

  /** What a replica tells the others of it. */
  digestOf(state: LibraryState): string {
    const shown = this.of(state);
    this.#digest ??= viewDigest(shown);
    return this.#digest;
  }

  /** For a library that was put back: the numbers of its log may come again with other operations. */
  forget(): void {
    this.#view = null;
    this.#digest = null;
  }
}

/** The versions of the rules of merging that there are in a simulation: that of the protocol, and a later one. */
export const RULES = [1, 2] as const;

/** @param version The later one shows each note under another title, so that no mix of the two goes unnoticed. */
export function viewOf(
  operations: readonly LoggedOperation[],
  blobs: ReadonlyMap<string, Uint8Array>,
  version = 1,
): View {
  const first = view(operations, { bodyOf: (write) => textOf(write, { blobs }) });
  if (version === 1) return first;
  const notes = [...first.notes].map(
    ([id, note]) => [id, { ...note, title: `${note.title} by rules ${version}` }] as const,
  );
  return { ...first, notes: new Map(notes) };
}

export function textOf(
  { rev, body, body_ref }: OperationOf<'doc.write'>,
  { blobs }: { readonly blobs: ReadonlyMap<string, Uint8Array> },
): string {
  const text = body ?? decode(blobs.get(body_ref?.sha256 ?? ''));
  if (text === undefined) throw new Error(`the text of ${rev} was not here before the operation that names it`);
  return text;
}

const decode = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

/** Of all of a view, in whatever order its parts were put together. */
export const digestOfView = (of: View): string =>
  createHash('sha256')
    .update(JSON.stringify(of, (_, value) => (value instanceof Map ? [...value].sort(byKey) : value)))
    .digest('hex');

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
