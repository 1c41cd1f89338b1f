// @ts-check
/**
 * Targets whose inputs are also made from values: a valid value is changed and written as its format demands, in
 * canonical form and signed or encrypted again, so that it passes the first checks.
 */
import { readFileSync } from 'node:fs';
import { importFrom } from '../bench/packages.mjs';
import { sampleInputs } from './sample-schema.mjs';

/** @typedef {import('./targets.mjs').Target} Target */

const SEED = Buffer.alloc(32, 1);

function assert(/** @type {unknown} */ condition, /** @type {string} */ message) {
  if (!condition) throw new Error(message);
}

/** Reads a file of test vectors. @returns {any} */
const readVectors = (/** @type {string} */ path) =>
  JSON.parse(readFileSync(new URL(`../../packages/${path}`, import.meta.url), 'utf8'));

const toJson = (/** @type {unknown} */ value) => Buffer.from(JSON.stringify(value));
const parseJson = (/** @type {Buffer} */ bytes) => {
  try {
    return { value: JSON.parse(bytes.toString()) };
  } catch {
    return undefined;
  }
};
/** Removes numbers and quoted texts of a message, so that messages of one kind are equal. */
const withoutValues = (/** @type {string} */ text) => text.replace(/"[^"]*"|\d+/g, '…').slice(0, 80);
/** Describes the first problem of a parsed value. */
const describeProblem = (/** @type {any} */ { problems: [problem] }) =>
  `${problem.code} ${withoutValues(problem.detail ?? problem.message ?? '')}`;

/** Describes the first issue of a schema by its code and member. */
const describeIssue = (/** @type {any} */ { issues: [issue] }) =>
  `${issue.code} ${issue.path.filter((/** @type {unknown} */ step) => typeof step === 'string').join('.')}`;

/** Crypto whose output is the same in each run. */
async function loadCrypto() {
  const { sodiumCrypto, zlibCodec } = await importFrom('packages/sync-protocol', './dist/node/index.js');
  const crypto = Object.create(sodiumCrypto, {
    random: { value: (/** @type {number} */ length) => Buffer.alloc(length, 7) },
  });
  return { crypto, codec: zlibCodec, keys: crypto.signKeyPair(SEED) };
}

/** @type {Record<string, Target>} */
export const structuredTargets = {
  'archive-manifest': {
    words: ['"format":"service-archive"', '"version":2', '"index":[', '"sha256":"', 'e0', '1.0'],
    minKinds: 20,
    load: async () => {
      const { parseManifest, serializeManifest, checkManifest, commitManifest, verifyCommit } = await importFrom(
        'packages/archive-manifest',
        './dist/index.js',
      );
      const encode = (/** @type {any} */ value) => Buffer.from(serializeManifest(commitManifest(value)));
      return {
        structure: { encode, decode: (bytes) => parseJson(bytes)?.value },
        run: (bytes) => {
          const parsed = parseManifest(bytes);
          if (!parsed.ok) return `refused ${describeProblem(parsed)}`;
          assert(parseManifest(serializeManifest(parsed.value)).ok, 'a manifest is not read back');
          const problems = checkManifest(parsed.value);
          const outcome = problems.length === 0 ? 'accepted' : describeProblem({ problems });
          return `${verifyCommit(parsed.value) ? 'whole' : 'altered'} ${outcome}`;
        },
      };
    },
  },
  'archive-index': {
    words: ['"kind":"records"', '"kind":"blob"', '"layout":"pack"', '"offset":', '"path":"'],
    minKinds: 20,
    load: async () => {
      const { parseEntry, serializeEntry, checkPath, canonicalJson } = await importFrom(
        'packages/archive-manifest',
        './dist/index.js',
      );
      const blob = (/** @type {any} */ { location, sha256 }) => ({ kind: 'blob', location, sha256, size_bytes: 5 });
      return {
        structure: {
          encode: (value) => Buffer.from(canonicalJson(value)),
          decode: (bytes) => parseJson(bytes)?.value,
          derive: (value) => [blob(value)],
        },
        run: (bytes) => {
          const parsed = parseEntry(bytes);
          checkPath(bytes.toString());
          if (!parsed.ok) return `refused ${describeProblem(parsed)}`;
          assert(Buffer.from(serializeEntry(parsed.value)).equals(bytes), 'an entry is not canonical');
          const { kind, location, entity } = parsed.value;
          return `accepted ${kind} ${location.layout} ${entity}`;
        },
      };
    },
  },
  'archive-records': {
    words: ['"id":"doc_', '"title":"', '"body":"', '"created_at":"', '\\u0000', '\\ud800'],
    minKinds: 40,
    load: async () => {
      const { ENTITIES, parseRecord, serializeRecord, canonicalJson } = await importFrom(
        'packages/archive-manifest',
        './dist/index.js',
      );
      const { records } = readVectors('archive-manifest/vectors/libraries.json').libraries.full;
      const all = /** @type {[entity: string, record: any][]} */ (
        Object.entries(records).flatMap(([entity, each]) => each.map((/** @type {any} */ record) => [entity, record]))
      );
      const names = all.map(([entity, record]) => /** @type {const} */ ([entity, Object.keys(record)]));
      /** Returns the entity whose records have most of the members of a value. */
      const findEntity = (/** @type {any} */ value) => {
        const members = new Set(Object.keys(Object(value)));
        const scored = names.map(([entity, own]) => ({
          entity,
          score: own.filter((name) => members.has(name)).length - own.length / 2,
        }));
        return scored.reduce((best, each) => (each.score > best.score ? each : best)).entity;
      };
      return {
        structure: {
          values: all.map(([, record]) => record),
          encode: (value) => Buffer.from(canonicalJson(value)),
          decode: (bytes) => parseJson(bytes)?.value,
        },
        run: (bytes) => {
          const accepted = ENTITIES.filter((/** @type {string} */ entity) => {
            const parsed = parseRecord(entity, bytes);
            if (parsed.ok)
              assert(Buffer.from(serializeRecord(entity, parsed.value)).equals(bytes), 'a record is not canonical');
            return parsed.ok;
          });
          if (accepted.length > 0) return `accepted ${accepted.join()}`;
          const entity = findEntity(parseJson(bytes)?.value);
          return `refused ${entity} ${describeProblem(parseRecord(entity, bytes))}`;
        },
      };
    },
  },
  'sync-artifact': {
    minKinds: 25,
    load: async () => {
      const protocol = await importFrom('packages/sync-protocol', './dist/index.js');
      const { parseHeader, decodeSegment, parseOperation, parseArtifactName } = protocol;
      const { canonicalJson } = await importFrom('packages/archive-manifest', './dist/index.js');
      const { crypto, codec, keys } = await loadCrypto();
      const { database_id, namespace, epoch, signer } = readVectors('sync-protocol/vectors/artifacts.json');
      const key = Buffer.from(epoch.key, 'hex');
      const context = { databaseId: database_id, namespace };
      const { segments, operations } = readVectors('sync-protocol/vectors/log.json');
      const header = { v: 1, replica_id: namespace, index: 1, first_seq: 1, count: 1, prev: null, deps: {} };
      const lines = [
        ...segments
          .filter((/** @type {any} */ { problem }) => problem === null)
          .map((/** @type {any} */ { text }) => text.trimEnd().split('\n').map(JSON.parse)),
        ...operations.flatMap((/** @type {any} */ { value, valid }) => (valid ? [[header, value]] : [])),
      ];
      const artifactClass = 'ops';
      return {
        structure: {
          values: lines,
          encode: (/** @type {any} */ value) =>
            Buffer.from(
              protocol.encryptArtifact(crypto, codec, {
                ...{ ...context, artifactClass, index: 1, epoch: { id: epoch.id, key } },
                signer: { keyId: signer.key_id, secretKey: keys.secretKey },
                payload: Buffer.from(value.map((/** @type {unknown} */ line) => `${canonicalJson(line)}\n`).join('')),
              }),
            ),
        },
        run: (bytes) => {
          const frame = parseHeader(bytes);
          decodeSegment(bytes);
          parseOperation(parseJson(bytes)?.value);
          parseArtifactName('ops', bytes.toString());
          parseArtifactName('blobs', bytes.toString());
          const opened = protocol.openArtifact(crypto, codec, {
            ...{ ...context, artifactClass, artifact: bytes },
            signerKey: (/** @type {string} */ id) => (id === signer.key_id ? keys.publicKey : null),
            epochKey: (/** @type {string} */ id) => (id === epoch.id ? key : null),
          });
          if (!opened.ok) return `${frame?.artifactClass ?? 'no header'} ${opened.problem}`;
          const segment = decodeSegment(opened.payload);
          if (segment.ok) return `segment of ${describeOperations(segment.segment.operations)}`;
          const [, line = ''] = Buffer.from(opened.payload).toString().split('\n');
          return `${segment.problem} segment with ${parseJson(Buffer.from(line))?.value?.op}`.slice(0, 80);
        },
      };
    },
  },
  'sync-control': {
    minKinds: 30,
    load: async () => {
      const { parseControl, signControl, parsePairingCode, parseRecoveryCode, ControlLog } = await importFrom(
        'packages/sync-protocol',
        './dist/control/index.js',
      );
      const { canonicalJson } = await importFrom('packages/archive-manifest', './dist/index.js');
      const { crypto, keys } = await loadCrypto();
      const { scenarios } = readVectors('sync-protocol/vectors/control.json');
      const bodies = scenarios.flatMap((/** @type {any} */ { operations }) =>
        operations.map((/** @type {{ body: string }} */ { body }) => JSON.parse(body)),
      );
      const encode = (/** @type {unknown} */ body) => {
        try {
          return Buffer.from(signControl(crypto, body, keys.secretKey).bytes);
        } catch (error) {
          // A reader refuses this body, which is what is tried.
          if (!(error instanceof RangeError)) throw error;
          return Buffer.concat([Buffer.from(canonicalJson(body)), Buffer.alloc(64)]);
        }
      };
      return {
        structure: { values: bodies, encode },
        run: (bytes) => {
          const code = parsePairingCode(crypto, bytes.toString());
          const recovery = parseRecoveryCode(crypto, bytes.toString());
          const parsed = parseControl(crypto, bytes);
          if (!parsed.ok) {
            const { kind } = Object(parseJson(bytes.subarray(0, -64))?.value);
            return `${parsed.problem} ${withoutValues(String(kind))} ${code !== null} ${recovery !== null}`;
          }
          const { id, body } = parsed.operation;
          const log = new ControlLog(crypto, body.database_id, id);
          return `${body.kind} ${log.add(parsed.operation)}`;
        },
      };
    },
  },
  'peer-requests': {
    words: ['Service-Sync-v1 ', 'replica="rep_', 'key="key_', 'ts="', 'nonce="', 'sig="', '/api/v1/sync/', '?a=%20'],
    minKinds: 20,
    load: async () => {
      const auth = await importFrom('packages/sync-protocol', './dist/auth/index.js');
      const { parseAuthorization, formatAuthorization, checkTarget } = auth;
      const { crypto } = await loadCrypto();
      const vectors = readVectors('sync-protocol/vectors/requests.json');
      const { database_id: databaseId, now, peers } = vectors;
      const [peer, , revoked] = peers;
      const usedNonce = 'f'.repeat(32);
      const digest = (/** @type {string} */ text) => Buffer.from(crypto.sha256(Buffer.from(text))).toString('hex');
      const valid = {
        ...{ method: 'GET', target: '/api/v1/sync/carrier/ops?after=0000000000000001', headers: {}, body: '' },
        ...{ replicaId: peer.replica_id, keyId: peer.key_id, timestamp: now, nonce: '0'.repeat(32) },
      };
      const makeGate = () => ({
        databaseId,
        now: () => Date.parse(now),
        peerKey: (/** @type {string} */ id) => {
          const found = peers.find((/** @type {any} */ { key_id }) => key_id === id);
          if (found === undefined) return null;
          return { replicaId: found.replica_id, publicKey: Buffer.from(found.sign_pk, 'hex'), active: found.active };
        },
        nonces: {
          ...{ floor: () => Number.NEGATIVE_INFINITY, isFull: () => false, add: () => {} },
          has: (/** @type {string} */ _, /** @type {string} */ nonce) => nonce === usedNonce,
        },
        failures: { isEmpty: () => false, take: () => true },
        requests: { take: () => true },
      });
      // A request as lines: method, target, headers, and the body after an empty line.
      const encode = (/** @type {any} */ { method, target, headers, body, ...credentials }) => {
        const text = auth.canonicalRequest({ method, target, databaseId, ...credentials, bodySha256: digest(body) });
        const { secretKey } = crypto.signKeyPair(Buffer.from(peer.sign_seed, 'hex'));
        const signature = crypto.sign(Buffer.from(text), secretKey);
        const authorization = formatAuthorization({ ...credentials, signature });
        const others = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
        return Buffer.from([method, target, `authorization: ${authorization}`, ...others, '', body].join('\n'));
      };
      return {
        structure: {
          encode,
          values: [
            ...[valid, { ...valid, method: 'HEAD' }, { ...valid, method: 'DELETE' }, { ...valid, nonce: usedNonce }],
            { ...valid, method: 'PUT', body: 'bytes', headers: { 'content-length': '5' } },
            { ...valid, headers: { origin: 'https://example.org' } },
            { ...valid, keyId: revoked.key_id, replicaId: revoked.replica_id },
            { ...valid, replicaId: peers[1].replica_id },
            { ...valid, timestamp: '2020-01-02T03:04:05.678Z' },
          ],
        },
        run: (bytes) => {
          const text = bytes.toString('latin1');
          const credentials = parseAuthorization(text);
          if (credentials !== null) assert(formatAuthorization(credentials) === text, 'credentials have two spellings');
          const [head = '', ...body] = text.split('\n\n');
          const [method = '', target = '', ...lines] = head.split('\n');
          const headers = lines.flatMap((line) => [line.split(': ')[0] ?? '', line.split(': ').slice(1).join(': ')]);
          const gate = makeGate();
          const checked = auth.checkHead(gate, { method, target, headers, source: 'peer' });
          if (!checked.ok) return `${checked.refusal.code} ${checked.refusal.audit} ${checkTarget(target)}`;
          const done = auth.checkBody(crypto, gate, checked.value, digest(body.join('\n\n')));
          return done.ok ? `accepted ${method}` : `${done.refusal.code} ${done.refusal.audit}`;
        },
      };
    },
  },
  'request-bodies': {
    words: ['"title":', '"body":', '"base_revision_id":"rev_', '"items":[', '"query":"', '"limit":', '"edits":['],
    minKinds: 200,
    load: async () => {
      const { operations } = await importFrom('packages/contract', './dist/index.js');
      const { z } = await importFrom('packages/contract', 'zod');
      const rows = Object.values(operations);
      const samples = sampleInputs(
        z,
        rows.map(({ input }) => input),
      );
      return {
        structure: { values: samples, encode: encodeNumbered, decode: decodeNumbered },
        run: (bytes) => {
          const parsed = parseJson(bytes.subarray(1));
          if (parsed === undefined) return 'no JSON';
          const index = (bytes[0] ?? 0) % rows.length;
          const { success, error } = rows[index].input.safeParse(parsed.value);
          return success ? `accepted ${index}` : `refused ${index} ${describeIssue(error)}`;
        },
      };
    },
  },
  'tool-arguments': {
    words: ['"document_id":"doc_', '"query":"', '"limit":"5"', '"items":[', '"operation":"move"', '"offset":'],
    minKinds: 150,
    load: async () => {
      const { tools, readArguments } = await importFrom('packages/contract', './dist/tools/index.js');
      const { ServiceError } = await importFrom('packages/contract', './dist/index.js');
      const { z } = await importFrom('packages/contract', 'zod');
      const all = Object.values(tools);
      const samples = sampleInputs(
        z,
        all.map((tool) => tool.arguments),
      );
      return {
        structure: { values: samples, encode: encodeNumbered, decode: decodeNumbered },
        run: (bytes) => {
          const parsed = parseJson(bytes.subarray(1));
          if (parsed === undefined) return 'no JSON';
          const tool = all[(bytes[0] ?? 0) % all.length];
          try {
            readArguments(tool, parsed.value);
            return `accepted ${tool.name}`;
          } catch (error) {
            if (error instanceof ServiceError)
              return `refused ${tool.name} ${withoutValues(/** @type {Error} */ (error).message).slice(0, 40)}`;
            throw error;
          }
        },
      };
    },
  },
};

/** Writes an input of a row of a table: one byte with its number, and JSON. */
const encodeNumbered = (/** @type {any} */ { row, input }) => Buffer.concat([Buffer.of(row & 255), toJson(input)]);

const decodeNumbered = (/** @type {Buffer} */ bytes) => {
  const parsed = parseJson(bytes.subarray(1));
  return parsed && { row: bytes[0] ?? 0, input: parsed.value };
};

/** Describes operations by their names, each once. */
const describeOperations = (/** @type {readonly { operation: { op: string } }[]} */ operations) =>
  [...new Set(operations.map(({ operation }) => operation.op))].sort().join().slice(0, 80);
