import type { TreeCursor } from '@lezer/common';

/** Visits the children of where the cursor is, which is there again behind it. */
export function eachChild(cursor: TreeCursor, visit: (child: TreeCursor) => void): void {
  if (!cursor.firstChild()) return;
  do visit(cursor);
  while (cursor.nextSibling());
  cursor.parent();
}
