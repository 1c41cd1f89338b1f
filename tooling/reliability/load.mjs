// @ts-check
import http from 'node:http';
import { sha256 } from './oracle.mjs';

/** @typedef {import('./oracle.mjs').Oracle} Oracle */
/** @typedef {import('./oracle.mjs').Expectation} Expectation */
/** @typedef {{ note: Expectation, id: string, revision: string, body: string, attachment: string, tags: string[], trashed: boolean }} Own */
/** @typedef {(method: string, path: string, body?: object) => Promise<{ status: number, value: any }>} Ask */

const WORKERS = 8;
const FILLER = 'A kettle, a lamp and a long list of words that nobody reads twice.\n'.repeat(12);

/** Makes a text with a link to a note that may exist, an attachment and two tasks. */
const makeText = (/** @type {string} */ opening, /** @type {string} */ linked, /** @type {string} */ attachment) =>
  `${opening}\n\nAfter [[${linked}]].\n\n![](${attachment})\n\n- [ ] go on\n- [x] begin\n\n${FILLER}`;

/**
 * Writes notes over several persistent connections until the service is gone; every request is recorded in the oracle.
 */
export async function load(/** @type {URL} */ url, /** @type {Oracle} */ oracle, /** @type {string} */ round) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: WORKERS });
  const ask = createAsk(url, agent);
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(ask, oracle, `${round}.${worker}`)));
  agent.destroy();
}

async function work(/** @type {Ask} */ ask, /** @type {Oracle} */ oracle, /** @type {string} */ name) {
  /** @type {Own[]} */
  const own = [];
  try {
    const attachment = await upload(ask);
    for (let step = 0; ; step += 1) {
      const target = own[Math.floor(Math.random() * own.length)];
      if (target === undefined || Math.random() < 0.3)
        own.push(await create(ask, oracle, `${name}.${step}`, `${name}.${step - 1}`, attachment));
      else await change(ask, oracle, target, step);
    }
  } catch (error) {
    // The connection broke: the service was killed, and the pending request stays open in the oracle.
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ECONNRESET' && code !== 'ECONNREFUSED' && code !== 'EPIPE') throw error;
  }
}

/** Makes an empty attachment and returns its URI: the same bytes for all, which notes then embed. */
async function upload(/** @type {Ask} */ ask) {
  const { status, value } = await ask('POST', '/../resources');
  if (status !== 201) throw new Error(`upload: ${status} ${JSON.stringify(value)}`);
  return value.uri;
}

/** @returns {Promise<Own>} */
async function create(
  /** @type {Ask} */ ask,
  /** @type {Oracle} */ oracle,
  /** @type {string} */ title,
  /** @type {string} */ linked,
  /** @type {string} */ attachment,
) {
  const body = makeText(title, linked, attachment);
  const note = oracle.intendCreate(title, body);
  const { status, value } = await ask('POST', '', { title, body });
  if (status !== 201) throw new Error(`create: ${status} ${JSON.stringify(value)}`);
  note.id = value.id;
  oracle.acknowledged += 1;
  return { note, id: value.id, revision: value.current_revision_id, body, attachment, tags: [], trashed: false };
}

async function change(
  /** @type {Ask} */ ask,
  /** @type {Oracle} */ oracle,
  /** @type {Own} */ own,
  /** @type {number} */ step,
) {
  const kinds = own.trashed ? [restore] : [replace, replace, append, append, edit, tag, tag, writeStale, trash];
  const kind = /** @type {typeof replace} */ (kinds[Math.floor(Math.random() * kinds.length)]);
  await kind(ask, oracle, own, step);
}

/** Sends a change of the body and records the result. */
async function write(
  /** @type {Oracle} */ oracle,
  /** @type {Own} */ own,
  /** @type {string} */ body,
  /** @type {() => ReturnType<Ask>} */ send,
) {
  const done = oracle.intend(own.note, { sha256: sha256(body) });
  const { status, value } = await send();
  if (status !== 200) throw new Error(`change: ${status} ${JSON.stringify(value)}`);
  done();
  own.body = body;
  own.revision = value.current_revision_id;
}

async function replace(
  /** @type {Ask} */ ask,
  /** @type {Oracle} */ oracle,
  /** @type {Own} */ own,
  /** @type {number} */ step,
) {
  const linked = own.note.title.replace(/\d+$/, String(step - 1));
  const body = makeText(`${own.note.title} ${step}`, linked, own.attachment);
  const base = { title: own.note.title, body, base_revision_id: own.revision };
  await write(oracle, own, body, () => ask('PUT', `/${own.id}`, base));
}

async function append(
  /** @type {Ask} */ ask,
  /** @type {Oracle} */ oracle,
  /** @type {Own} */ own,
  /** @type {number} */ step,
) {
  const body = `${own.body}${own.body.endsWith('\n') ? '' : '\n'}line ${step}`;
  await write(oracle, own, body, () => ask('POST', `/${own.id}/append`, { text: `line ${step}` }));
}

async function edit(
  /** @type {Ask} */ ask,
  /** @type {Oracle} */ oracle,
  /** @type {Own} */ own,
  /** @type {number} */ step,
) {
  const body = own.body.replaceAll('kettle', `kettle${step}`);
  const edits = [{ search: 'kettle', replace: `kettle${step}`, replace_all: true }];
  await write(oracle, own, body, () => ask('PATCH', `/${own.id}`, { base_revision_id: own.revision, edits }));
}

/** Writes on an old revision, which must be refused and change nothing. */
async function writeStale(/** @type {Ask} */ ask, /** @type {Oracle} */ oracle, /** @type {Own} */ own) {
  const base = { title: own.note.title, body: 'lost update', base_revision_id: 'rev_00000000000000000000000000' };
  const { status } = await ask('PUT', `/${own.id}`, base);
  if (status !== 409) throw new Error(`A stale write was answered with ${status}.`);
  oracle.refuse(own.note);
}

async function tag(
  /** @type {Ask} */ ask,
  /** @type {Oracle} */ oracle,
  /** @type {Own} */ own,
  /** @type {number} */ step,
) {
  const name = `t${step % 5}`;
  const tags = [...new Set([...own.tags, name])].sort();
  const done = oracle.intend(own.note, { tags: tags.join() });
  const { status } = await ask('POST', `/${own.id}/tags/${name}`);
  if (status !== 200) throw new Error(`tag: ${status}`);
  done();
  own.tags = tags;
}

async function trash(/** @type {Ask} */ ask, /** @type {Oracle} */ oracle, /** @type {Own} */ own) {
  const done = oracle.intend(own.note, { trashed: true });
  const { status } = await ask('DELETE', `/${own.id}`, { base_revision_id: own.revision });
  if (status !== 204) throw new Error(`trash: ${status}`);
  done();
  own.trashed = true;
}

async function restore(/** @type {Ask} */ ask, /** @type {Oracle} */ oracle, /** @type {Own} */ own) {
  const done = oracle.intend(own.note, { trashed: false });
  const { status } = await ask('POST', `/../trash/${own.id}/restore`);
  if (status !== 200) throw new Error(`restore: ${status}`);
  done();
  own.trashed = false;
}

/** @returns {Ask} */
function createAsk(/** @type {URL} */ url, /** @type {http.Agent} */ agent) {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const target = new URL(`/api/v1/documents${path}`, url);
      const headers =
        text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
      const request = http.request(target, { method, agent, headers }, (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          answer += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, value: answer === '' ? null : JSON.parse(answer) }),
        );
      });
      request.on('error', reject);
      request.end(text);
    });
}
