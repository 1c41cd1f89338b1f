import { signControl } from '@notes/sync-protocol/control';
import { group, SCENARIOS } from './scenarios.mjs';

/** Returns a group state in the field names of the log. */
export function describeState(state) {
  return {
    members: Array.from(state.members.values(), (member) => ({
      replica_id: member.replicaId,
      name: member.name,
      status: member.status,
      active_keys: member.keys.flatMap(({ keyId, active }) => (active ? keyId : [])),
      dead_keys: member.keys.flatMap(({ keyId, active }) => (active ? [] : keyId)),
      added_by: member.addedBy,
      snapshot_permitted: member.snapshotPermitted,
      final: member.retirement?.final ?? null,
    })),
    recovery_key: state.recovery.keyId,
    merge_version: state.mergeVersion,
    epochs: state.epochs.map(({ id, number, counts }) => ({ epoch_id: id, number, counts })),
    current_epoch: state.currentEpoch.id,
    mint_needed: state.mintNeeded,
    missing_seals: state.missingSeals.map(({ epochId, keyIds }) => ({ epoch_id: epochId, key_ids: keyIds })),
    voided: state.voided,
    heads: state.heads,
  };
}

/** Returns an operation in the format of the vectors. */
export const formatOperation = ({ id, bytes }) => ({
  id,
  body: Buffer.from(bytes.subarray(0, -64)).toString(),
  signature: Buffer.from(bytes.subarray(-64)).toString('base64'),
});

function scenario([name, happens]) {
  const members = group(name);
  const [reader, ...others] = happens(members);
  for (const other of others) reader.learn(other);
  return {
    name,
    operations: reader.log.entries.map(({ operation }) => formatOperation(operation)),
    state: describeState(reader.state),
  };
}

/** Returns operations that every log refuses, each with the problem, and the group they refer to. */
function listRefused() {
  const { crypto, a, b, c } = group('refused');
  const operations = a.log.entries.map(({ operation }) => operation);
  const [genesis, added] = operations;
  const [head] = a.state.heads;
  const of = (device, payload) => ({
    v: 1,
    database_id: genesis.body.database_id,
    author_replica_id: device.replicaId,
    key_id: device.keyId,
    parents: [head],
    height: a.log.entry(head).operation.body.height + 1,
    created_at: genesis.body.created_at,
    ...payload,
  });
  const policy = { kind: 'policy.set', merge_version: 2 };
  const nobody = `rep_0${'z'.repeat(25)}`;
  const { kind, sign_pk, box_pk, proof, name, invitation_id, epochs } = added.body;
  const addition = { kind, sign_pk, box_pk, proof, name, invitation_id, epochs };
  const cases = [
    ['signed by another', 'signature', of(a, policy), b],
    ['of another library', 'foreign', of(a, { ...policy, database_id: `db_0${'a'.repeat(25)}` })],
    ['another beginning', 'foreign', { ...genesis.body, merge_version: 2 }],
    ['without a past', 'foreign', of(a, { ...policy, parents: [] })],
    ['a past nobody has', 'waiting', of(a, { ...policy, parents: ['0'.repeat(64)] })],
    ['too high', 'height', of(a, { ...policy, height: 9 })],
    ['a key of another replica', 'author', of(a, { ...policy, author_replica_id: b.replicaId })],
    ['a key its past does not know', 'author', of(c, { ...policy, parents: [genesis.id], height: 2 }), c],
    ['a number of an epoch that leaves a gap', 'rule', of(a, mint(3, a))],
    ['a number of an epoch again', 'rule', of(a, mint(1, a))],
    ['a removal of a key nobody has', 'rule', of(a, removal(b.replicaId, `key_0${'a'.repeat(25)}`))],
    ['a removal of a key of another replica', 'rule', of(a, removal(c.replicaId, b.keyId))],
    ['a retirement of nobody', 'rule', of(a, { kind: 'member.retire', replica_id: nobody, final: null })],
    ['a member again', 'rule', of(a, { ...addition, replica_id: b.replicaId })],
    ['the keys of another under a new name', 'rule', of(a, { ...addition, replica_id: nobody })],
  ];
  return {
    operations: operations.map(formatOperation),
    cases: cases.map(([name, problem, body, by = a]) => ({
      name,
      problem,
      operation: formatOperation(signControl(crypto, body, by.keys.sign.secretKey)),
    })),
  };
}

const removal = (replicaId, keyId) => ({
  kind: 'member.revoke_key',
  replica_id: replicaId,
  revoked_key_id: keyId,
  mint: false,
});

const mint = (number, { keyId }) => ({
  kind: 'epoch.mint',
  epoch_id: '0'.repeat(32),
  number,
  seals: [{ key_id: keyId, sealed: Buffer.alloc(80).toString('base64') }],
});

/** Returns control logs with the state that follows from each, and refused operations. */
export const control = () => ({ scenarios: Object.entries(SCENARIOS).map(scenario), refused: listRefused() });
