import { parseHeader } from '../../frames/header.js';
import { coversAll } from '../../log/order.js';
import { decodeAck } from '../../run/retention/ack.js';
import { getVersions } from '../memory-state.js';
import { TOKEN_PREFIX } from './author.js';
import type { Replica } from './replica.js';
import type { Tokens } from './tokens.js';
import type { World } from './world.js';

/** Describes the end of a history for debugging: one line for each replica, by its number. */
export function describe(world: World): string {
  const members = new Set(world.members);
  const number = new Map(world.replicas.map(({ id }, at) => [id, at]));
  const short = (id: string) => `#${number.get(id) ?? id.slice(-4)}`;
  return world.replicas
    .map((replica) => {
      const { state } = replica.store;
      const versions = Object.entries(getVersions(state)).map(([id, seq]) => `${short(id)}:${seq}`);
      const alerts = [...state.alerts.values()].flat().map(({ code, replica: about, at }) => {
        return `${code}${short(about)}${at ? `/${at.artifactClass}/${at.index}/${at.problem}` : ''}`;
      });
      const line = [short(replica.id), members.has(replica) ? 'in' : 'out', versions.sort().join(' ')];
      return [...line, `epochs ${replica.keys.epochs().length}`, ...new Set(alerts)].join(' | ');
    })
    .join('\n');
}

/** Checks the invariants after all replicas had every chance to exchange. Returns one line for each violation. */
export function checkHistory(world: World, tokens: Tokens): string[] {
  const always = [checkConfidentiality(world, tokens), checkUniqueIndices(world), checkExclusion(world)];
  const forked = world.replicas.some(({ store }) => store.state.forks.size > 0);
  if (forked) world.events.count('fork');
  if (forked && world.cloned.size > 0)
    return [...always, checkForksReported(world), checkWordsSomewhere(world, tokens)].flat();
  return [...always, checkConvergence(world), checkWordsKept(world, tokens), checkAcknowledgements(world)].flat();
}

/**
 * Checks that forks are reported. Applied operations of a fork are not undone, so libraries may differ until a person
 * decides. Of any two replicas with different libraries, at least one must report it.
 */
function checkForksReported({ members, random }: World): string[] {
  const reporting = new Set<Replica>();
  for (const replica of members) {
    const codes = [...replica.store.state.alerts.values()].flat().map(({ code }) => code);
    if (codes.includes('fork') || codes.includes('divergence')) reporting.add(replica);
  }
  const digests = new Map(members.map((replica) => [replica, replica.referenceDigest(random)]));
  return members.flatMap((replica, at) =>
    members
      .slice(at + 1)
      .filter(
        (other) => digests.get(other) !== digests.get(replica) && !reporting.has(other) && !reporting.has(replica),
      )
      .map((other) => `I1: ${replica.id} and ${other.id} have different libraries, and neither reports it`),
  );
}

/** Checks I2 after a fork: each word still exists on some replica. */
function checkWordsSomewhere({ members }: World, tokens: Tokens): string[] {
  const [first, ...others] = members.map((replica) => new Set(tokens.lostIn(replica.view(), () => true)));
  const lost = [...(first ?? [])].filter((token) => others.every((each) => each.has(token)));
  return lost.map((token) => `I2: ${token} is lost on every replica`);
}

/** Checks I1: equal operations make equal libraries, equal to the reference. */
function checkConvergence({ members: replicas, random }: World): string[] {
  const failures: string[] = [];
  const [first] = replicas.map(({ store }) => getVersions(store.state));
  for (const replica of replicas) {
    const versions = getVersions(replica.store.state);
    if (!coversAll(versions, first ?? {}) || !coversAll(first ?? {}, versions))
      failures.push(`I1: ${replica.id} has different operations`);
  }
  const digests = new Set<string>();
  for (const replica of replicas) {
    const reference = replica.referenceDigest(random);
    if (replica.digest() !== reference) failures.push(`I1: ${replica.id} has a different library than the reference`);
    digests.add(reference);
  }
  if (failures.length === 0 && digests.size > 1) failures.push('I1: equal operations make different libraries');
  return failures;
}

/** Checks I2: an acknowledged word exists unless a user who had seen it removed it. */
function checkWordsKept({ members, replicas }: World, tokens: Tokens): string[] {
  const out = new Set(replicas.filter((replica) => !members.includes(replica)).map(({ id }) => id));
  return members.flatMap((replica) =>
    tokens.lostIn(replica.view(), (author) => !out.has(author)).map((token) => `I2: ${token} is lost on ${replica.id}`),
  );
}

/** Checks I4: no word of a library occurs in any byte of a carrier, and sizes are padded. */
function checkConfidentiality({ carriers, hostile }: World, tokens: Tokens): string[] {
  const words = [...tokens.all].flatMap(getSpellings);
  // All words share a prefix, so bytes without the prefix contain no word.
  const beginnings = getSpellings(TOKEN_PREFIX);
  const failures: string[] = [];
  for (const carrier of carriers)
    for (const [place, artifacts] of carrier.folders)
      for (const [name, bytes] of artifacts) {
        if (parseHeader(bytes) === null && getNamespace(place) !== hostile?.id)
          failures.push(`I4: ${place}/${name} is not a padded frame`);
        const text = Buffer.from(bytes).toString('latin1');
        const mayLeak = beginnings.some((beginning) => text.includes(beginning));
        const found = mayLeak ? words.find((word) => text.includes(word)) : undefined;
        if (found !== undefined) failures.push(`I4: ${place}/${name} contains ${found}`);
      }
  return failures;
}

/** Returns a word, its hexadecimal form, and the part of its base64 form that only depends on the word. */
const getSpellings = (word: string): string[] => {
  const bytes = Buffer.from(word);
  return [word, bytes.toString('hex'), bytes.toString('base64').slice(0, -2)];
};

/** Checks I5: no replica publishes two artifacts of one index, unless it was cloned. */
function checkUniqueIndices({ carriers, cloned }: World): string[] {
  const digests = new Map<string, string>();
  const failures: string[] = [];
  for (const carrier of carriers)
    for (const [place, artifacts] of carrier.folders)
      for (const name of place.endsWith('/blobs') || cloned.has(getNamespace(place)) ? [] : artifacts.keys()) {
        const at = `${place}/${name.slice(0, 16)}`;
        const known = digests.get(at) ?? name;
        if (known !== name) failures.push(`I5: ${at} exists twice`);
        digests.set(at, known);
      }
  return failures;
}

const getNamespace = (place: string) => place.slice(0, place.indexOf('/'));

/** Checks I6: no removed replica has the key of the current epoch. */
function checkExclusion({ members, replicas, group }: World): string[] {
  return replicas
    .filter((replica) => !members.includes(replica) && holds(replica, group.currentEpoch.id))
    .map(({ id }) => `I6: ${id} is removed and has the current epoch`);
}

const holds = ({ keys }: Replica, epochId: string) => keys.epochs().some(({ id }) => id === epochId);

/** Checks I8: every replica knows that every other has all operations. */
function checkAcknowledgements({ members: replicas }: World): string[] {
  const failures: string[] = [];
  for (const replica of replicas) {
    const { acks } = replica.store.state;
    for (const other of replicas) {
      if (other.id === replica.id) continue;
      const record = acks.get(other.id);
      const ack = record && decodeAck(record.payload);
      if (!ack || !coversAll(ack.versions, getVersions(replica.store.state)))
        failures.push(`I8: ${replica.id} lacks an acknowledgement of ${other.id} for all operations`);
    }
  }
  return failures;
}
