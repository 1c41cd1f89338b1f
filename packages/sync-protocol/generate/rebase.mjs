import { rebaseEdits } from '@notes/sync-protocol/merge';
import { Device, docId } from './merge/device.mjs';
import { WAITS } from './merge/waits.mjs';

/** Plays a scenario, and compares the rebased edits with the summary that its author wrote. */
function playWait([name, act, expected, awaited = null]) {
  const devices = ['a', 'b', 'c'].map((letter) => new Device(letter));
  act(...devices);
  const [{ replica, log: operations }] = devices;
  const readBody = ({ body }) => body;
  const { changed, merged } = rebaseEdits(docId('n'), operations, { replica, published: 0, awaited, readBody });
  const found = [...changed.map((logged) => change(logged, operations)), ...merged.map(addition)];
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${name}: ${JSON.stringify(found, null, 1)}`);
  return { name, replica, awaited, operations, changed, merged };
}

const short = (id) => id.slice(id.indexOf('_') + 1);

function change({ replica, operation: { op, rev, parents, s } }, operations) {
  if (op === 'doc.write') return `changed ${short(rev)} of ${parents.map(short).join(', ') || 'nothing'}`;
  const former = operations.find((logged) => logged.replica === replica && logged.operation.s === s);
  return `removed ${short(former.operation.rev)}`;
}

const addition = ({ parents, body }) => `added of ${parents.map(short).join(', ')}: ${body.replaceAll('\n', '|')}`;

/** Returns unpublished edits of replicas that waited, and what they become before they are published. */
export const rebase = () => WAITS.map(playWait);
