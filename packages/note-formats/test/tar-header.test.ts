import { Header } from 'tar/header';
import { describe, expect, it } from 'vitest';
import { readHeader, readPax } from '../src/files/tar-header.js';

const MOMENT = new Date('2026-11-21T10:00:00Z');

/** Returns the header of a file; `change` alters its fields, and the checksum follows. */
function makeHeader(fields: object, change: (block: Buffer) => void = () => {}): Buffer {
  const block = Buffer.alloc(512);
  new Header({ path: 'a.md', size: 5, mtime: MOMENT, type: 'File', mode: 0o644, ...fields }).encode(block);
  change(block);
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

describe('readHeader', () => {
  it('reads path, size, time and type of a file', () => {
    expect(readHeader(makeHeader({}))).toEqual({ path: 'a.md', size: 5, modifiedAt: MOMENT.getTime(), type: '0' });
  });

  it('joins the two parts of a long POSIX path', () => {
    const path = `${'folder/'.repeat(15)}a.md`;
    expect(readHeader(makeHeader({ path }))?.path).toBe(path);
  });

  it('reads a size of 8 GiB, which GNU tar writes in base 256', () => {
    expect(readHeader(makeHeader({ size: 2 ** 33 }))?.size).toBe(2 ** 33);
  });

  it('takes no part of the path from the times in a GNU header', () => {
    const gnu = makeHeader({}, (block) => {
      block.write('ustar  \0', 257);
      block.write('14737521040\0', 345);
    });
    expect(readHeader(gnu)?.path).toBe('a.md');
  });

  it('refuses a wrong checksum, and a size that is no number or over 2^53', () => {
    const block = makeHeader({});
    block[0] = 0x62;
    expect(readHeader(block)).toBeUndefined();
    expect(readHeader(makeHeader({}, (each) => each.write('no number\0\0\0', 124)))).toBeUndefined();
    expect(readHeader(makeHeader({}, (each) => each.fill(0xff, 124, 136).writeUInt8(0x80, 124)))).toBeUndefined();
  });
});

it('readPax reads a path with a line feed, and a size', () => {
  expect(readPax(Buffer.from('14 path=a\nb.m\n18 size=123456789\n'))).toEqual({ path: 'a\nb.m', size: 123_456_789 });
});
