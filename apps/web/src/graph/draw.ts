import { degree, type Scene } from './scene.js';
import type { Positions, Size, View } from './view.js';

export interface Palette {
  /** Colour of links. */
  readonly line: string;
  /** Colour of links when there are so many that they overlap. */
  readonly faintLine: string;
  readonly text: string;
  readonly surface: string;
  readonly accent: string;
  /** Colours by distance from a root; the last applies to all greater distances. */
  readonly distances: readonly string[];
  readonly font: string;
}

export interface Picture {
  readonly scene: Scene;
  readonly positions: Positions;
  readonly view: View;
  readonly size: Size;
  readonly palette: Palette;
  readonly selected: number | undefined;
}

/** Edges in one path: with longer paths, software rasterisers slow down more than in proportion. */
const EDGES_AT_ONCE = 500;
/** Number of edges above which they are drawn faint, so that notes still stand out. */
const MAX_CLEAR_EDGES = 500;
const MAX_LABELS = 120;
const LABEL_HEIGHT = 16;
const MAX_LABEL_LENGTH = 32;

type Context = OffscreenCanvasRenderingContext2D;

/** Draws a picture: edges, then notes, then titles. */
export function draw(context: Context, picture: Picture): void {
  const { width, height } = picture.size;
  context.clearRect(0, 0, width, height);
  drawEdges(context, picture);
  drawNodes(context, picture);
  drawLabels(context, picture);
}

const toScreen = ({ positions, view }: Picture, index: number): readonly [number, number] => [
  (positions[index * 2] as number) * view.scale + view.x,
  (positions[index * 2 + 1] as number) * view.scale + view.y,
];

function drawEdges(context: Context, picture: Picture): void {
  const { edges } = picture.scene;
  const { palette, selected } = picture;
  context.lineWidth = 1;
  context.strokeStyle = edges.length / 2 > MAX_CLEAR_EDGES ? palette.faintLine : palette.line;
  const chosen: number[] = [];
  for (let start = 0; start < edges.length; start += EDGES_AT_ONCE * 2) {
    context.beginPath();
    for (let at = start; at < Math.min(start + EDGES_AT_ONCE * 2, edges.length); at += 2) {
      if (edges[at] === selected || edges[at + 1] === selected) chosen.push(at);
      else trace(context, picture, at);
    }
    context.stroke();
  }
  context.strokeStyle = palette.accent;
  context.beginPath();
  for (const at of chosen) trace(context, picture, at);
  context.stroke();
}

function trace(context: Context, picture: Picture, at: number): void {
  const { edges } = picture.scene;
  const [x, y] = toScreen(picture, edges[at] as number);
  const [toX, toY] = toScreen(picture, edges[at + 1] as number);
  if (!isVisible(picture.size, x, y, toX, toY)) return;
  context.moveTo(x, y);
  context.lineTo(toX, toY);
}

/** Returns false when a line lies entirely on one side of the picture. */
const isVisible = ({ width, height }: Size, x: number, y: number, toX: number, toY: number) =>
  !(Math.max(x, toX) < 0 || Math.max(y, toY) < 0 || Math.min(x, toX) > width || Math.min(y, toY) > height);

/** Lower limit of the factor by which dots shrink, so that they stay visible and clickable. */
const MIN_DOT_FACTOR = 0.35;

/** Returns the radius of a note: larger for roots, and for notes with many incoming links. */
function radius({ scene, view }: Picture, index: number): number {
  const plain =
    (scene.nodes[index]?.distance === 0 ? 7 : 3.5) + Math.min(Math.sqrt(scene.incoming[index] as number), 5);
  return plain * Math.min(Math.max(Math.sqrt(view.scale), MIN_DOT_FACTOR), 1);
}

function drawNodes(context: Context, picture: Picture): void {
  const { scene, palette, selected, size } = picture;
  const lastDistance = palette.distances.length - 1;
  for (let level = lastDistance; level >= 0; level -= 1) {
    context.fillStyle = palette.distances[level] as string;
    context.beginPath();
    for (const [index, { distance }] of scene.nodes.entries()) {
      if (Math.min(distance, lastDistance) !== level) continue;
      const [x, y] = toScreen(picture, index);
      if (!isVisible(size, x, y, x, y)) continue;
      const r = radius(picture, index);
      context.moveTo(x + r, y);
      context.arc(x, y, r, 0, Math.PI * 2);
    }
    context.fill();
  }
  if (selected === undefined) return;
  const [x, y] = toScreen(picture, selected);
  context.lineWidth = 2;
  context.strokeStyle = palette.accent;
  context.beginPath();
  context.arc(x, y, radius(picture, selected) + 4, 0, Math.PI * 2);
  context.stroke();
}

/** Draws titles where they do not collide: first of the selected note, then of roots, then of the most linked notes. */
function drawLabels(context: Context, picture: Picture): void {
  const { scene, palette, size, selected } = picture;
  const room = createLabelRoom();
  context.font = palette.font;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.lineWidth = 3;
  context.strokeStyle = palette.surface;
  context.fillStyle = palette.text;
  let drawnCount = 0;
  for (const index of byWeight(scene, selected)) {
    if (drawnCount === MAX_LABELS) return;
    const [x, y] = toScreen(picture, index);
    if (!isVisible(size, x, y, x, y)) continue;
    const label = shortenTitle((scene.nodes[index] as Scene['nodes'][number]).title);
    const { width } = context.measureText(label);
    const top = y + radius(picture, index) + 3;
    if (!room({ left: x - width / 2 - 2, top, width: width + 4, height: LABEL_HEIGHT })) continue;
    context.strokeText(label, x, top);
    context.fillText(label, x, top);
    drawnCount += 1;
  }
}

const orders = new WeakMap<Scene, readonly number[]>();

function* byWeight(scene: Scene, selected: number | undefined): Generator<number> {
  if (selected !== undefined) yield selected;
  let order = orders.get(scene);
  if (order === undefined) {
    const weight = (index: number) => degree(scene, index) + (scene.nodes[index]?.distance === 0 ? 1e6 : 0);
    order = [...scene.nodes.keys()].sort((a, b) => weight(b) - weight(a)).slice(0, MAX_LABELS * 8);
    orders.set(scene, order);
  }
  yield* order.filter((index) => index !== selected);
}

function shortenTitle(title: string): string {
  const characters = [...title];
  return characters.length <= MAX_LABEL_LENGTH ? title : `${characters.slice(0, MAX_LABEL_LENGTH - 1).join('')}…`;
}

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
