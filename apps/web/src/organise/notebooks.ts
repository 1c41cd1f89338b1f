import type { NotebookNode } from '@notes/contract';

/** A notebook with its path of names. */
export interface NotebookChoice {
  readonly id: string;
  readonly path: string;
  readonly readOnly: boolean;
}

export function notebookById(roots: readonly NotebookNode[], id: string): NotebookNode | undefined {
  for (const root of roots) {
    const found = root.notebook_id === id ? root : notebookById(root.children, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns all notebooks, parents before children, without the given one and its descendants. */
export function notebookChoices(roots: readonly NotebookNode[], excludedId?: string, above = ''): NotebookChoice[] {
  return roots
    .filter(({ notebook_id }) => notebook_id !== excludedId)
    .flatMap((node) => {
      const path = above + node.name;
      const choice = { id: node.notebook_id, path, readOnly: node.read_only };
      return [choice, ...notebookChoices(node.children, excludedId, `${path} / `)];
    });
}
