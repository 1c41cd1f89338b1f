import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { expect, test } from 'vitest';
import { type Ack, decodeAck, encodeAck, hasSameContent } from '../../src/run/retention/ack.js';

const ack: Ack = {
  replica: 'rep_030c1g60r30c1g60r30c1g60r3',
  versions: { rep_030c1g60r30c1g60r30c1g60r3: 12, rep_040g2081040g2081040g208104: 3 },
  heads: { rep_040g2081040g2081040g208104: { index: 2, sha256: 'a'.repeat(64) } },
  membersHead: 'b'.repeat(64),
  epochId: 'c'.repeat(32),
  viewDigest: 'd'.repeat(64),
  mergeVersion: 1,
  mergeVersions: [1],
  complete: true,
  snapshotsVerified: [],
  attested: {},
  at: 1_767_225_600_000,
};

test('decodeAck reverses encodeAck', () => {
  expect(decodeAck(encodeAck(ack))).toEqual(ack);
  expect(decodeAck(encodeAck({ ...ack, mergeVersion: 2 }))).toEqual({ ...ack, mergeVersion: 2 });
});

test.each([
  ['invalid JSON', encodeUtf8('{')],
  ['a later version', encodeUtf8(Buffer.from(encodeAck(ack)).toString().replace('"v":1', '"v":2'))],
  ['an additional field', encodeUtf8(Buffer.from(encodeAck(ack)).toString().replace('"v":1', '"v":1,"w":1'))],
  ['an invalid digest', encodeAck({ ...ack, viewDigest: 'D'.repeat(64) })],
  ['an invalid sequence number', encodeAck({ ...ack, versions: { rep_a: 0 } })],
])('decodeAck refuses %s', (_, bytes) => {
  expect(decodeAck(bytes)).toBeNull();
});

test('acknowledgements have the same content when only their times differ', () => {
  expect(hasSameContent(ack, { ...ack, at: 0 })).toBe(true);
  expect(hasSameContent(ack, { ...ack, complete: false })).toBe(false);
});
