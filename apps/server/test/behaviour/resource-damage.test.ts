import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readError, requestBytes, verdict } from '../support/ask.js';
import { getContent, getContentPath, type Stored, store } from '../support/attachments.js';
import { TestService } from '../support/service.js';

const MIB = 1024 * 1024;

describe('damaged attachment bytes', () => {
  const damaged = new TestService();
  beforeAll(() => damaged.start());
  afterAll(() => damaged.stop());
  const path = ({ tag }: Stored) => damaged.library.store.blobs.getPath(tag.slice(1, -1));

  it('of up to 1 MiB are never sent, whatever the damage [RC-DAMAGED]', async () => {
    const harms: Record<string, (file: string) => void> = {
      changed: (file) => changeByte(file, 0),
      shortened: (file) => truncateSync(file, 10),
      emptied: (file) => truncateSync(file, 0),
      lengthened: (file) => truncateSync(file, 5 * MIB),
      removed: (file) => rmSync(file),
    };
    for (const [name, harm] of Object.entries(harms))
      for (const size of [1_000, MIB]) {
        const content = await store(damaged, randomBytes(size));
        harm(path(content));
        const answer = await getContent(damaged, content.id);
        expect([name, verdict(answer), readError(answer).message]).toEqual([
          name,
          '500 internal_error',
          'The stored file of this attachment is damaged. Run notes doctor',
        ]);
        expect(damaged.faults.at(-1)).toContain(content.id);
      }
  });

  it('of up to 1 MiB are not sent in ranges either [RC-DAMAGED]', async () => {
    const content = await store(damaged, randomBytes(MIB));
    const range = { Range: 'bytes=100-199' };
    expect((await getContent(damaged, content.id, range)).status).toBe(206);
    changeByte(path(content), 0);
    expect(verdict(await getContent(damaged, content.id, range))).toBe('500 internal_error');
    expect(damaged.faults.at(-1)).toContain(content.id);
  });

  it('are replaced when the same bytes are uploaded again [RES-HEALED]', async () => {
    for (const size of [1_000, 2 * MIB]) {
      const content = await store(damaged, randomBytes(size));
      changeByte(path(content), 0);
      const again = await damaged.world.call('uploadResource', {}, Readable.from([content.bytes]));
      expect(again.deduplicated).toBe(false);
      expect((await getContent(damaged, content.id)).body.equals(content.bytes)).toBe(true);
    }
  });

  it('of more than 1 MiB are cut off before their end [RC-DAMAGED]', async () => {
    const content = await store(damaged, randomBytes(4 * MIB));
    changeByte(path(content), 100);
    const { received, ended } = await download(damaged.port, content.id);
    expect(received).toBeGreaterThan(MIB);
    expect(received).toBeLessThan(4 * MIB);
    expect(ended).toBe('early');
    await expect.poll(() => damaged.faults.at(-1)).toContain(content.id);
  });
});

function changeByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(file, bytes);
}

/** Downloads a body; resolves to the number of bytes received, even when the body is cut off. */
function download(port: number, id: string): Promise<{ received: number; ended: 'whole' | 'early' }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
    socket.on('close', () => {
      const all = Buffer.concat(chunks);
      const head = all.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(all.toString('latin1', 0, head))?.[1]);
      const received = all.length - head - 4;
      resolve({ received, ended: received === length ? 'whole' : 'early' });
    });
    socket.write(requestBytes({ target: getContentPath(id) }));
  });
}
