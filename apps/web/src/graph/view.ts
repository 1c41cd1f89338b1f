/** View transform: a point of the layout is shown at `point × scale + offset`, in CSS pixels. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Coordinates in a row: x, y. */
export type Positions = Float32Array;

const MIN_SCALE = 0.02;
const MAX_SCALE = 8;
/** Maximum scale when fitting, so that small graphs are not blown up. */
const MAX_FIT_SCALE = 1.5;
const MARGIN = 48;

/** Zooms while keeping the point under `at` in place. */
export function zoomAt({ x, y, scale }: View, factor: number, at: readonly [number, number]): View {
  const zoomed = Math.min(Math.max(scale * factor, MIN_SCALE), MAX_SCALE);
  const ratio = zoomed / scale;
  return { x: at[0] - (at[0] - x) * ratio, y: at[1] - (at[1] - y) * ratio, scale: zoomed };
}

/**
 * Moves the picture.
 *
 * @param dx CSS pixels to the right
 * @param dy CSS pixels down
 */
export const pan = ({ x, y, scale }: View, dx: number, dy: number): View => ({ x: x + dx, y: y + dy, scale });

/** Returns the view that shows the whole graph. */
export function fitAll(positions: Positions, { width, height }: Size): View {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 2) {
    left = Math.min(left, positions[at] as number);
    right = Math.max(right, positions[at] as number);
    top = Math.min(top, positions[at + 1] as number);
    bottom = Math.max(bottom, positions[at + 1] as number);
  }
  if (left > right) return { x: width / 2, y: height / 2, scale: 1 };
  const fitScale = (extent: number, space: number) => Math.max(space - 2 * MARGIN, 1) / Math.max(extent, 1);
  const fitted = Math.min(fitScale(right - left, width), fitScale(bottom - top, height), MAX_FIT_SCALE);
  const scale = Math.max(fitted, MIN_SCALE);
  return { x: width / 2 - ((left + right) / 2) * scale, y: height / 2 - ((top + bottom) / 2) * scale, scale };
}

/** Returns the note nearest to a point of the screen, within some pixels of it. */
export function hit(
  positions: Positions,
  view: View,
  [x, y]: readonly [number, number],
  tolerance = 12,
): number | undefined {
  let nearest: number | undefined;
  let least = tolerance ** 2;
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

/** Direction on the screen: to the right and down. */
export type Heading = readonly [dx: number, dy: number];

/** Returns the note that lies best in a direction from another, preferring near ones; undefined when none does. */
export function findNeighbour(
  positions: Positions,
  from: number,
  candidates: readonly number[],
  [dx, dy]: Heading,
): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  for (const other of candidates) {
    const x = (positions[other * 2] as number) - (positions[from * 2] as number);
    const y = (positions[other * 2 + 1] as number) - (positions[from * 2 + 1] as number);
    const forward = x * dx + y * dy;
    const sideways = Math.abs(x * dy - y * dx);
    // Only notes in the quadrant the arrow points to count.
    if (forward <= 0 || sideways > forward) continue;
    const cost = forward + 2 * sideways;
    if (cost >= least) continue;
    least = cost;
    best = other;
  }
  return best;
}
