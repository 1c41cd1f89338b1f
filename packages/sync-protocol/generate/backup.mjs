import { makeEpoch } from '@notes/sync-protocol';
import { encryptBackup, newBackup, packAssets, planPayload, writePayload } from '@notes/sync-protocol/backup';
import { nodeHash } from '@notes/sync-protocol/node';
import { fill, withRandom } from './crypto.mjs';

const crypto = withRandom((length) => fill(length, 7));
const databaseId = 'db_040g2081040g2081040g208104';
const context = { databaseId, backupId: `bak_0${'b'.repeat(25)}`, requester: 'rep_030c1g60r30c1g60r30c1g60r3' };
const hex = (bytes) => Buffer.from(bytes).toString('hex');

async function* once(bytes) {
  yield bytes;
}

async function whole(chunks) {
  const pieces = [];
  for await (const piece of chunks) pieces.push(piece);
  return Buffer.concat(pieces);
}

const section = (bytes) => ({ sizeBytes: bytes.length, read: () => once(bytes) });
const asset = (text) => ({ ...section(Buffer.from(text)), sha256: hex(crypto.sha256(Buffer.from(text))) });

/** Returns a backup of three frames, and the archive inside it. */
export async function backup() {
  const epoch = makeEpoch(crypto, databaseId, 1, fill(32, 6));
  const payload = Buffer.from(Array.from({ length: 145 }, (_, at) => at));
  const opened = newBackup(crypto, context, epoch, payload.length, 64);
  const [image, attachments] = ['an image of forty bytes, cut in three parts', ['first', 'second', '']];
  const source = {
    database_id: databaseId,
    schema_version: 12,
    vv: { [context.requester]: 3 },
    image: section(Buffer.from(image)),
    assets: packAssets(attachments.map(asset).sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))),
  };
  const plan = await planPayload(source, nodeHash, 20);
  const archive = await whole(writePayload(source, plan, nodeHash));
  return {
    database_id: databaseId,
    backup_id: context.backupId,
    requester: context.requester,
    epoch: { id: epoch.id, key: hex(epoch.key) },
    frame_bytes: 64,
    frames: opened.frames,
    payload: hex(payload),
    backup: hex(await whole(encryptBackup(crypto, opened, once(payload)))),
    archive: {
      part_bytes: 20,
      image,
      attachments,
      vv: source.vv,
      schema_version: 12,
      bytes: archive.toString('base64'),
      sha256: hex(crypto.sha256(archive)),
    },
  };
}
