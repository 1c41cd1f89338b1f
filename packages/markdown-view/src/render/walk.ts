import type { TreeCursor } from '@lezer/common';

/** Visits the children of the cursor's node and returns the cursor to that node. */
export function eachChild(cursor: TreeCursor, visit: (child: TreeCursor) => void): void {
  if (!cursor.firstChild()) return;
  do visit(cursor);
  while (cursor.nextSibling());
  cursor.parent();
}
