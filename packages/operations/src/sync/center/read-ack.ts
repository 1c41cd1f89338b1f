import { openArtifact, parseArtifactName } from '@notes/sync-protocol';
import type { Carrier } from '@notes/sync-protocol/carrier';
import type { ControlState } from '@notes/sync-protocol/control';
import { zlibCodec } from '@notes/sync-protocol/node';
import { type Ack, decodeAck } from '@notes/sync-protocol/run';
import { listAllArtifacts } from './list-all-artifacts.js';
import type { Replica } from './replica.js';

/** Returns the newest acknowledgement of a member on a carrier; null when it is missing or invalid. */
export async function readNewestAck(
  { crypto, keys }: Replica,
  state: ControlState,
  carrier: Carrier,
  namespace: string,
): Promise<Ack | null> {
  const name = (await listAllArtifacts(carrier, namespace, 'acks', null)).at(-1)?.name ?? '';
  const place = parseArtifactName('acks', name)?.position;
  const artifact = typeof place === 'number' ? await carrier.get(namespace, 'acks', name) : null;
  if (artifact === null || typeof place !== 'number') return null;
  const opened = openArtifact(crypto, zlibCodec, {
    databaseId: keys.databaseId,
    namespace,
    artifactClass: 'acks',
    index: place,
    artifact,
    signerKey: (keyId) => {
      const key = state.keys.get(keyId);
      return key?.replicaId === namespace ? key.keys.sign : null;
    },
    epochKey: (epochId) => keys.epochs().find(({ id }) => id === epochId)?.key ?? null,
  });
  return opened.ok ? decodeAck(opened.payload) : null;
}
