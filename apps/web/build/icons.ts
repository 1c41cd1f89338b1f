import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

/** Colours and shapes of `src/styles/icon.svg`, in its coordinates of 32 by 32. */
const PAPER: Colour = [0x0e, 0x74, 0x78];
const INK: Colour = [0xff, 0xff, 0xff];
const SHEET = { x: 5, y: 3, width: 22, height: 26, radius: 4 };
const LINES = [
  { from: 10, to: 22, y: 11 },
  { from: 10, to: 22, y: 16 },
  { from: 10, to: 17, y: 21 },
];
const HALF_STROKE = 1.25;
const GRID = 32;
/** Samples of a pixel in each direction. */
const SAMPLES = 4;
/** Part of a maskable icon that every mask leaves visible. */
const SAFE_PART = 0.8;

/**
 * Draws the icon of the page as a PNG.
 *
 * @param sizePx width and height in pixels
 * @param isMaskable true for an icon that fills its square, because the system cuts it to a shape
 */
export function drawIcon(sizePx: number, isMaskable: boolean): Buffer {
  const rows = Buffer.alloc(sizePx * (1 + sizePx * 4));
  for (let y = 0; y < sizePx; y++)
    for (let x = 0; x < sizePx; x++) {
      const pixel = drawPixel(x / sizePx, y / sizePx, 1 / sizePx, isMaskable);
      rows.set(pixel, y * (1 + sizePx * 4) + 1 + x * 4);
    }
  return encodePng(sizePx, rows);
}

function drawPixel(left: number, top: number, extent: number, isMaskable: boolean): Uint8Array {
  const sum = [0, 0, 0, 0] as [number, number, number, number];
  for (let index = 0; index < SAMPLES * SAMPLES; index++) {
    const x = left + (((index % SAMPLES) + 0.5) / SAMPLES) * extent;
    const y = top + ((Math.floor(index / SAMPLES) + 0.5) / SAMPLES) * extent;
    const colour = sample(x, y, isMaskable);
    if (colour === undefined) continue;
    for (const channel of [0, 1, 2] as const) sum[channel] += colour[channel];
    sum[3] += 1;
  }
  const covered = sum[3];
  if (covered === 0) return new Uint8Array(4);
  const channels = sum.slice(0, 3).map((value) => Math.round(value / covered));
  return Uint8Array.of(...channels, Math.round((255 * covered) / (SAMPLES * SAMPLES)));
}

/** Returns the colour at a point of the unit square; undefined where the icon is transparent. */
function sample(left: number, top: number, isMaskable: boolean): Colour | undefined {
  const scale = isMaskable ? GRID / SAFE_PART : GRID;
  const [x, y] = [(left - 0.5) * scale + GRID / 2, (top - 0.5) * scale + GRID / 2];
  if (LINES.some((line) => Math.hypot(x - Math.min(Math.max(x, line.from), line.to), y - line.y) <= HALF_STROKE))
    return INK;
  return isMaskable || isOnSheet(x, y) ? PAPER : undefined;
}

function isOnSheet(x: number, y: number): boolean {
  const { radius } = SHEET;
  const nearestX = Math.min(Math.max(x, SHEET.x + radius), SHEET.x + SHEET.width - radius);
  const nearestY = Math.min(Math.max(y, SHEET.y + radius), SHEET.y + SHEET.height - radius);
  return Math.hypot(x - nearestX, y - nearestY) <= radius;
}

/** Encodes rows of RGBA pixels, each after its filter byte, as a PNG. */
function encodePng(sizePx: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePx, 0);
  header.writeUInt32BE(sizePx, 4);
  // 8 bits for each channel; colour with transparency.
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(rows, { level: 9 })),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.byteLength, 0);
  frame.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
}
