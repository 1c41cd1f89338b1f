import { computeKeyId, getPublicKeys, type ReplicaKeys } from '@notes/sync-protocol';
import { replyBody } from '@notes/sync-protocol/auth';
import {
  ControlLog,
  createJoinRequest,
  getControlState,
  type PendingJoin,
  parsePairingCode,
  readAnswer,
} from '@notes/sync-protocol/control';
import { sodiumCrypto as crypto } from '@notes/sync-protocol/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from './support/ask.js';
import { TestGroup } from './support/group.js';
import { Peer, SETTINGS, toReplicaId } from './support/peers.js';
import type { RawAnswer } from './support/raw.js';
import { useService } from './support/service.js';

const PAIR = '/api/v1/sync/pair';
const service = useService({ settings: SETTINGS });
let genesis = '';

beforeAll(async () => {
  ({ genesis } = await TestGroup.create(service.library));
});

interface Joining {
  readonly peer: Peer;
  readonly secret: Uint8Array;
  readonly pending: PendingJoin;
}

/** Makes a joining device that knows a code. */
function joining(code: string, number: number): Joining {
  const peer = new Peer(service.library.databaseId, toReplicaId(number), 10 * number);
  const secret = parsePairingCode(crypto, code) as Uint8Array;
  const { replicaId, keys } = peer;
  return {
    peer,
    secret,
    pending: createJoinRequest(crypto, secret, { replicaId, name: 'laptop', keys, now: Date.now() }),
  };
}

const invite = () => service.library.peers?.pairing.invite().code as string;

function send({ invitationId, box }: PendingJoin, change: object = {}): Promise<RawAnswer> {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const fields = { protocol: 'Service-Sync-v1', invitation_id: invitationId };
  const sealed = { nonce: base64(box.subarray(0, 24)), box: base64(box.subarray(24)) };
  return ask(service.port, { method: 'POST', target: PAIR, body: JSON.stringify({ ...fields, ...sealed, ...change }) });
}

const readGrant = ({ peer, secret, pending }: Joining, answer: RawAnswer, keys: ReplicaKeys = peer.keys) =>
  readAnswer(crypto, secret, { keys }, pending, Buffer.from(JSON.parse(answer.body.toString()).box, 'base64'));

const expectRefused = (answer: RawAnswer) =>
  expect([answer.status, answer.body.toString()]).toEqual([401, replyBody('unauthorized')]);

describe('pairing with a code', () => {
  it('admits a device once, gives it the group, and accepts its signature afterwards [SYNC-PAIR-REST]', async () => {
    const joiner = joining(invite(), 1);
    const { peer, pending } = joiner;
    const handshake = () => ask(service.port, peer.request({ target: '/api/v1/sync/handshake' }));
    expect((await handshake()).status).toBe(403);
    const answer = await send(pending);
    expect(answer.status).toBe(200);
    const grant = readGrant(joiner, answer);
    expect(grant).toMatchObject({ inviterReplicaId: service.library.replicaId, genesis, bootstrap: 'operations' });
    expect(grant?.epochs.map(({ number }) => number)).toEqual([1]);
    const log = new ControlLog(crypto, peer.databaseId, genesis);
    for (const operation of grant?.members ?? []) log.add(operation);
    expect(getControlState(log).members.get(peer.replicaId)).toMatchObject({ name: 'laptop', status: 'active' });
    const shaken = JSON.parse((await handshake()).body.toString());
    expect(shaken).toMatchObject({ members_head: log.heads[0], epoch_id: grant?.epochs[0]?.id });
    expect(computeKeyId(crypto, getPublicKeys(peer.keys))).toBe(peer.keyId);
    expect(readGrant(joiner, answer, new Peer(peer.databaseId, peer.replicaId, 99).keys)).toBeNull();
  });

  it('repeats the same answer to the same device, and rejects any other [SYNC-PAIR-REST]', async () => {
    const code = invite();
    const [joiner, late] = [joining(code, 2), joining(code, 3)];
    const [first, second] = await Promise.all([send(joiner.pending), send(joiner.pending)]);
    expect([first.status, second.body.equals(first.body)]).toEqual([200, true]);
    expectRefused(await send(late.pending));
    const { keys } = JSON.parse((await ask(service.port, { target: '/api/v1/sync/status' })).body.toString());
    const enrolled = keys.map(({ replica_id }: { replica_id: string }) => replica_id);
    expect(enrolled.filter((each: string) => each === joiner.peer.replicaId)).toHaveLength(1);
    expect(enrolled).not.toContain(late.peer.replicaId);
  });

  it('is refused with the same bytes for any fault, and locks the invitation after five boxes [SYNC-PAIR-REFUSED]', async () => {
    const joiner = joining(invite(), 4);
    const { pending } = joiner;
    const other = joining(invite(), 5);
    const bodies = ['', '{', '[]', '{}', 'x'.repeat(1000)];
    for (const body of bodies) expectRefused(await ask(service.port, { method: 'POST', target: PAIR, body }));
    expectRefused(await send(pending, { protocol: 'Service-Sync-v2' }));
    expectRefused(await send(pending, { more: 1 }));
    expectRefused(await send({ ...pending, invitationId: `inv_${'0'.repeat(26)}` }));
    for (let time = 0; time < 5; time += 1)
      expectRefused(await send({ ...pending, box: other.pending.box.with(0, time) }));
    expectRefused(await send(pending));
    expect((await send(other.pending)).status).toBe(200);
    const status = JSON.parse((await ask(service.port, { target: '/api/v1/sync/status' })).body.toString());
    expect(status.recent_auth_events).toContainEqual(
      expect.objectContaining({ event: 'pair', outcome: 'malformed', key_id: null }),
    );
    const large = await ask(service.port, { method: 'POST', target: PAIR, body: 'x'.repeat(65_537) });
    expect([large.status, large.body.toString()]).toEqual([413, replyBody('body_too_large')]);
  });
});
