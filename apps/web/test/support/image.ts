import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const BIT_DEPTH = 8;

/** Creates a grey PNG image. */
export function createImage(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = BIT_DEPTH;
  // Each row begins with the number of its filter, which is 0.
  const pixels = deflateSync(Buffer.alloc((width + 1) * height));
  const parts = [Buffer.from(SIGNATURE), chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat(parts));
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [data.length, crc32(content)].map((value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  });
  return Buffer.concat([length as Buffer, content, check as Buffer]);
}
