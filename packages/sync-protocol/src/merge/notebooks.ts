import type { LoggedOperation, Operation } from '../log/operations.js';
import { compareOperations, getDot } from '../log/order.js';
import { groupBy } from './operations-by-name.js';
import { makeNamesUnique } from './unique-names.js';

/** A notebook as applications display it. */
export interface NotebookView {
  readonly id: string;
  /** Displayed name: numbered when an earlier sibling has the given name. */
  readonly name: string;
  readonly givenName: string;
  /** Dot of the operation that set the name. */
  readonly namedBy: string;
  readonly parent: string | null;
  readonly iconEmoji: string | null;
  readonly createdAt: number;
  /** Latest time at which an operation created, named or moved the notebook, or set its icon. */
  readonly updatedAt: number;
}

/** Notebook of notes whose own notebook does not exist. */
export const DEFAULT_NOTEBOOK = 'nb_notes';
/** Reserved names at the root of every library. */
const BUILTIN_NAMES = ['Notes', 'Help', 'Reports'];

interface Notebook {
  name: string;
  namedBy: string;
  iconEmoji: string | null;
  readonly createdAt: number;
  updatedAt: number;
}

/**
 * Computes the notebooks of a library by id. It replays creations, names and moves in the order of the log. A move that
 * would put a notebook into itself is skipped, so equal sets of moves end in equal trees. Children of a deleted
 * notebook move to the root. Sibling names are made unique in the order in which they were set.
 */
export function buildNotebookTree(operations: readonly LoggedOperation[]): Map<string, NotebookView> {
  const notebooks = new Map<string, Notebook>();
  const tree = new Tree();
  const deleted = new Set<string>();
  for (const logged of [...operations].sort(compareOperations))
    replay(logged.operation, getDot(logged), notebooks, tree, deleted);
  const live = [...notebooks].filter(([id]) => !deleted.has(id));
  const findParent = (id: string) => {
    const parent = tree.getParent(id);
    return parent === DEFAULT_NOTEBOOK || (parent !== null && notebooks.has(parent) && !deleted.has(parent))
      ? parent
      : null;
  };
  return nameSiblings(
    live.map(([id, { name, ...rest }]) => ({ id, givenName: name, parent: findParent(id), ...rest })),
    new Map(operations.map((logged) => [getDot(logged), logged])),
  );
}

function replay(
  operation: Operation,
  dot: string,
  notebooks: Map<string, Notebook>,
  tree: Tree,
  deleted: Set<string>,
): void {
  const notebook = 'notebook' in operation ? notebooks.get(operation.notebook) : undefined;
  const updatedAt = Math.max(operation.w, notebook?.updatedAt ?? operation.w);
  switch (operation.op) {
    case 'nb.create': {
      const { name, icon_emoji: iconEmoji, created, parent } = operation;
      const createdAt = notebook?.createdAt ?? created;
      notebooks.set(operation.notebook, { name, namedBy: dot, iconEmoji, createdAt, updatedAt });
      tree.move(operation.notebook, parent);
      break;
    }
    case 'nb.name':
      if (notebook !== undefined) Object.assign(notebook, { name: operation.name, namedBy: dot, updatedAt });
      break;
    case 'nb.icon':
      if (notebook !== undefined) Object.assign(notebook, { iconEmoji: operation.icon_emoji, updatedAt });
      break;
    case 'nb.move':
      tree.move(operation.notebook, operation.parent);
      if (notebook !== undefined) Object.assign(notebook, { updatedAt });
      break;
    case 'nb.delete':
      for (const id of operation.notebooks) deleted.add(id);
      break;
    default:
  }
}

/** Tree of parents without cycles. */
class Tree {
  readonly #parents = new Map<string, string | null>();
  readonly #children = new Map<string, number>();

  getParent(id: string): string | null {
    return this.#parents.get(id) ?? null;
  }

  /** Moves a node and skips moves that would close a cycle. Only a node that has children can close one. */
  move(id: string, parent: string | null): void {
    if (id === parent) return;
    if ((this.#children.get(id) ?? 0) > 0) {
      for (let at = parent; at !== null; at = this.getParent(at)) if (at === id) return;
    }
    this.#count(this.getParent(id), -1);
    this.#count(parent, 1);
    this.#parents.set(id, parent);
  }

  #count(id: string | null, by: number): void {
    if (id !== null) this.#children.set(id, (this.#children.get(id) ?? 0) + by);
  }
}

function nameSiblings(
  notebooks: readonly Omit<NotebookView, 'name'>[],
  operations: ReadonlyMap<string, LoggedOperation>,
): Map<string, NotebookView> {
  const order = (a: Omit<NotebookView, 'name'>, b: Omit<NotebookView, 'name'>) =>
    compareOperations(operations.get(a.namedBy) as LoggedOperation, operations.get(b.namedBy) as LoggedOperation);
  const named = new Map<string, NotebookView>();
  for (const [parent, siblings] of groupBy([...notebooks].sort(order), (notebook) => notebook.parent)) {
    const names = makeNamesUnique(
      siblings.map(({ givenName }) => givenName),
      parent === null ? BUILTIN_NAMES : [],
    );
    for (const [i, notebook] of siblings.entries()) named.set(notebook.id, { name: names[i] as string, ...notebook });
  }
  return named;
}
