import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly bytes?: Uint8Array | string;
  /** Header values that differ from the true ones. */
  readonly says?: Partial<{
    crc: number;
    size: number;
    compressed: number;
    offset: number;
    flags: number;
    method: number;
  }>;
  /** Unix file mode. */
  readonly mode?: number;
}

const UTF8_NAME = 0x800;

/** Returns a zip archive with deflated entries, dated 2024-01-02 03:04:06. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const entry of entries) {
    const { name, bytes = '', says = {}, mode = 0o100644 } = entry;
    const raw = Buffer.from(bytes as string);
    const data = deflateRawSync(raw);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(says.flags ?? UTF8_NAME, 2);
    fields.writeUInt16LE(says.method ?? 8, 4);
    fields.writeUInt16LE((3 << 11) | (4 << 5) | 3, 6);
    fields.writeUInt16LE(((2024 - 1980) << 9) | (1 << 5) | 2, 8);
    fields.writeUInt32LE(says.crc ?? crc32(raw), 10);
    fields.writeUInt32LE(says.compressed ?? data.length, 14);
    fields.writeUInt32LE(says.size ?? raw.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(says.offset ?? offset, 10);
    local.push(Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), data);
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, tail, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

export interface TarEntry {
  readonly name: string;
  readonly bytes?: Uint8Array | string;
  readonly type?: string;
  /** True for a header with a wrong checksum. */
  readonly badSum?: boolean;
}

/** Returns a tar archive in the "ustar" format, ended by two empty blocks. */
export function makeTar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, bytes = '', type = '0', badSum = false }) => {
    const data = Buffer.from(bytes as string);
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write('0000644\0', 100);
    header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('14545454546\0', 136);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, badSum ? 1 : 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Returns a record of a pax header. */
export function makePax(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length + 1;
  while (`${length}${rest}`.length !== length) length += 1;
  return `${length}${rest}`;
}
