/** Where the picture is: a point of the layout is shown at `point × scale + offset`, in CSS pixels. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Coordinates one after the other: x, y. */
export type Positions = Float32Array;

const SMALLEST = 0.02;
const LARGEST = 8;
/** A picture that is fitted is not blown up beyond this: two notes are no reason to shout. */
const LARGEST_FIT = 1.5;
const MARGIN = 48;

/** Zooms so that what is under a point of the screen stays there. */
export function zoomAt({ x, y, scale }: View, factor: number, at: readonly [number, number]): View {
  const zoomed = Math.min(Math.max(scale * factor, SMALLEST), LARGEST);
  const ratio = zoomed / scale;
  return { x: at[0] - (at[0] - x) * ratio, y: at[1] - (at[1] - y) * ratio, scale: zoomed };
}

export const pan = ({ x, y, scale }: View, dx: number, dy: number): View => ({ x: x + dx, y: y + dy, scale });

/** The view that shows everything. */
export function fitAll(positions: Positions, { width, height }: Size): View {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 2) {
    left = Math.min(left, positions[at] as number);
    right = Math.max(right, positions[at] as number);
    top = Math.min(top, positions[at + 1] as number);
    bottom = Math.max(bottom, positions[at + 1] as number);
  }
  if (left > right) return { x: width / 2, y: height / 2, scale: 1 };
  const roomy = (extent: number, room: number) => Math.max(room - 2 * MARGIN, 1) / Math.max(extent, 1);
  const wanted = Math.min(roomy(right - left, width), roomy(bottom - top, height), LARGEST_FIT);
  const scale = Math.max(wanted, SMALLEST);
  return { x: width / 2 - ((left + right) / 2) * scale, y: height / 2 - ((top + bottom) / 2) * scale, scale };
}

/** The note nearest to a point of the screen, within some pixels of it. */
export function hit(
  positions: Positions,
  view: View,
  [x, y]: readonly [number, number],
  within = 12,
): number | undefined {
  let nearest: number | undefined;
  let least = within ** 2;
  for (let at = 0; at < positions.length; at += 2) {
    const dx = (positions[at] as number) * view.scale + view.x - x;
    const dy = (positions[at + 1] as number) * view.scale + view.y - y;
    const distance = dx * dx + dy * dy;
    if (distance > least) continue;
    least = distance;
    nearest = at / 2;
  }
  return nearest;
}

/** A way to go on the screen: to the right and down. */
export type Heading = readonly [dx: number, dy: number];

/** Of some notes the one that lies most in a direction from another, the nearer rather; undefined where none does. */
export function towards(
  positions: Positions,
  from: number,
  others: readonly number[],
  [dx, dy]: Heading,
): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  for (const other of others) {
    const x = (positions[other * 2] as number) - (positions[from * 2] as number);
    const y = (positions[other * 2 + 1] as number) - (positions[from * 2 + 1] as number);
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    // Within the quarter of the screen that the arrow points to.
    if (along <= 0 || aside > along) continue;
    const cost = along + 2 * aside;
    if (cost >= least) continue;
    least = cost;
    best = other;
  }
  return best;
}
