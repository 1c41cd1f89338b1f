export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const CELL = 64;

/** Returns a function that reserves a box. It returns true when the box overlaps none reserved before. */
export function createLabelRoom(): (box: Box) => boolean {
  const cells = new Map<string, Box[]>();
  return (box) => {
    const keys = listCells(box);
    if (keys.some((key) => cells.get(key)?.some((occupied) => overlap(box, occupied)))) return false;
    for (const key of keys) cells.set(key, [...(cells.get(key) ?? []), box]);
    return true;
  };
}

function listCells({ left, top, width, height }: Box): string[] {
  const keys: string[] = [];
  for (let x = Math.floor(left / CELL); x <= Math.floor((left + width) / CELL); x += 1)
    for (let y = Math.floor(top / CELL); y <= Math.floor((top + height) / CELL); y += 1) keys.push(`${x} ${y}`);
  return keys;
}

const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
