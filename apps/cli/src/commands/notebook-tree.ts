import type { NotebookNode } from '@notes/contract';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { toOneLine } from '../text.js';

/** `notes notebook tree` */
export const notebookTree: Presentation<'getNotebookTree'> = {
  render: {
    table: ({ notebooks }, out) => branches(notebooks, '', out),
    ids: ({ notebooks }, out) => {
      for (const { notebook_id } of notebooks.flatMap(withDescendants)) out.line(notebook_id);
    },
  },
};

function branches(nodes: readonly NotebookNode[], indent: string, out: Output): void {
  for (const [index, node] of nodes.entries()) {
    const isLast = index === nodes.length - 1;
    const count = out.dim(`(${node.note_count.toLocaleString('en')})`);
    out.line(`${indent}${isLast ? '└─' : '├─'} ${toOneLine(node.name)} ${count}`);
    branches(node.children, `${indent}${isLast ? '   ' : '│  '}`, out);
  }
}

const withDescendants = (node: NotebookNode): NotebookNode[] => [node, ...node.children.flatMap(withDescendants)];
