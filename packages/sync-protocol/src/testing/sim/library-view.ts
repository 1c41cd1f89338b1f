import { createHash } from 'node:crypto';
import type { LoggedOperation, OperationOf } from '../../log/operations.js';
import { type View, view } from '../../merge/view.js';
import { viewDigest } from '../../retention/view-digest.js';
import { type LibraryState, operationsOf, versionsOf } from '../memory-state.js';

/** The library a state stands for, worked out once for each state of its log. */
export class LibraryView {
  #key = '';
  #view: View | null = null;
  #digest: string | null = null;

  of(state: LibraryState): View {
    const key = JSON.stringify([state.replica, versionsOf(state)]);
    if (key !== this.#key) this.forget();
    this.#view ??= viewOf(operationsOf(state), state.blobs);
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

export const viewOf = (operations: readonly LoggedOperation[], blobs: ReadonlyMap<string, Uint8Array>): View =>
  view(operations, { bodyOf: (write) => textOf(write, { blobs }) });

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
