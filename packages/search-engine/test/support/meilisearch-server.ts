import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type Json, MeilisearchData, type Task, toErrorBody } from './meilisearch-store.js';

/** Maximum milliseconds that a task takes. */
const MAX_TASK_MS = 8;

interface Call {
  readonly uid: string;
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type Answer = readonly [status: number, body: Json];
type Route = (data: MeilisearchData, call: Call) => Answer;

const accept = (task: Json): Answer => [202, task];

/** Routes that the engine may use, with the parameters that they take. Any other request is refused. */
const ROUTES: readonly (readonly [method: string, path: RegExp, parameters: readonly string[], route: Route])[] = [
  ['GET', /^\/indexes\/(?<uid>[\w-]+)$/, [], readIndex],
  ['DELETE', /^\/indexes\/(?<uid>[\w-]+)$/, [], deleteIndex],
  ['GET', /^\/indexes\/(?<uid>[\w-]+)\/settings$/, [], (data, { uid }) => [200, { ...data.findIndex(uid).settings }]],
  ['PATCH', /^\/indexes\/(?<uid>[\w-]+)\/settings$/, [], changeSettings],
  [
    'GET',
    /^\/indexes\/(?<uid>[\w-]+)\/settings\/embedders$/,
    [],
    (data, { uid }) => [200, data.findIndex(uid).settings.embedders],
  ],
  ['POST', /^\/indexes\/(?<uid>[\w-]+)\/documents$/, ['primaryKey'], addDocuments],
  ['DELETE', /^\/indexes\/(?<uid>[\w-]+)\/documents$/, [], deleteDocuments],
  ['POST', /^\/indexes\/(?<uid>[\w-]+)\/documents\/delete-batch$/, [], deleteBatch],
  ['POST', /^\/indexes\/(?<uid>[\w-]+)\/documents\/fetch$/, [], fetchDocuments],
  ['GET', /^\/indexes\/(?<uid>[\w-]+)\/documents\/(?<id>[\w-]+)$/, [], readDocument],
  ['POST', /^\/indexes\/(?<uid>[\w-]+)\/search$/, [], search],
  ['GET', /^\/tasks\/(?<id>\d+)$/, [], readTask],
];

function readIndex(data: MeilisearchData, { uid }: Call): Answer {
  const { createdAt, primaryKey } = data.findIndex(uid);
  return [200, { uid, createdAt, updatedAt: createdAt, primaryKey }];
}

function deleteIndex(data: MeilisearchData, { uid }: Call): Answer {
  return accept(
    data.enqueue(uid, 'indexDeletion', () => {
      data.findIndex(uid);
      data.indexes.delete(uid);
    }),
  );
}

function changeSettings(data: MeilisearchData, { uid, body }: Call): Answer {
  return accept(data.enqueue(uid, 'settingsUpdate', () => data.makeIndex(uid).changeSettings(body as Json)));
}

function addDocuments(data: MeilisearchData, { uid, query, body }: Call): Answer {
  if (!Array.isArray(body)) throw new ApiError(400, 'malformed_payload');
  return accept(
    data.enqueue(uid, 'documentAdditionOrUpdate', () =>
      data.makeIndex(uid).add(body as Json[], query.get('primaryKey')),
    ),
  );
}

function deleteDocuments(data: MeilisearchData, { uid }: Call): Answer {
  return accept(data.enqueue(uid, 'documentDeletion', () => data.findIndex(uid).documents.clear()));
}

function deleteBatch(data: MeilisearchData, { uid, body }: Call): Answer {
  if (!Array.isArray(body)) throw new ApiError(400, 'malformed_payload');
  return accept(
    data.enqueue(uid, 'documentDeletion', () => {
      const { documents } = data.findIndex(uid);
      for (const id of body) documents.delete(String(id));
    }),
  );
}

function fetchDocuments(data: MeilisearchData, { uid, body }: Call): Answer {
  const { filter, fields, offset = 0, limit = 20, ...others } = body as Json;
  if (Object.keys(others).length > 0) throw new ApiError(400, 'bad_request');
  const found = data.findIndex(uid).filter(filter);
  const results = found.slice(Number(offset), Number(offset) + Number(limit)).map((document) => pick(document, fields));
  return [200, { results, offset, limit, total: found.length }];
}

function readDocument(data: MeilisearchData, { uid, id }: Call): Answer {
  const document = data.findIndex(uid).documents.get(id);
  if (document === undefined) throw new ApiError(404, 'document_not_found');
  return [200, document];
}

function search(data: MeilisearchData, { uid, body }: Call): Answer {
  const {
    q,
    limit = 20,
    attributesToRetrieve,
    showRankingScore,
    matchingStrategy = 'last',
    hybrid,
    ...others
  } = body as Json;
  if (Object.keys(others).length > 0 || typeof q !== 'string') throw new ApiError(400, 'bad_request');
  const index = data.findIndex(uid);
  let found: ReturnType<typeof index.searchWords>;
  if (hybrid !== undefined) {
    const { semanticRatio, embedder, ...unknown } = hybrid as Json;
    if (semanticRatio !== 1 || Object.keys(unknown).length > 0) throw new ApiError(400, 'invalid_search_hybrid_query');
    found = index.searchMeaning(q, String(embedder));
  } else {
    if (matchingStrategy !== 'all') throw new ApiError(400, 'invalid_search_matching_strategy');
    found = index.searchWords(q);
  }
  const hits = found.slice(0, Number(limit)).map(([document, score]) => ({
    ...pick(document, attributesToRetrieve),
    ...(showRankingScore === true && { _rankingScore: score }),
  }));
  return [200, { hits, query: q, processingTimeMs: 1, limit, offset: 0, estimatedTotalHits: found.length }];
}

function readTask({ tasks }: MeilisearchData, { id }: Call): Answer {
  const task = tasks[Number(id)];
  if (task === undefined) throw new ApiError(404, 'task_not_found');
  const { uid, indexUid, type, status, error } = task;
  return [200, { uid, indexUid, status, type, canceledBy: null, error, duration: null }];
}

const pick = (document: Json, fields: unknown): Json =>
  Object.fromEntries((fields as string[]).flatMap((name) => (name in document ? [[name, document[name]]] : [])));

/**
 * Stand-in for a Meilisearch server, with the part of its documented API that the engine uses: a queue of tasks, error
 * codes, a key. It refuses requests and fields that it does not know.
 */
export class MeilisearchServer {
  readonly data = new MeilisearchData();
  readonly apiKey: string;
  version = '1.10.0';
  /** True: tasks stay in the queue. */
  isPaused = false;
  /** Requests that were refused because the stand-in does not know them. */
  readonly unknownRequests: string[] = [];
  #server: Server | null = null;
  #port = 0;
  #life = 0;

  constructor(apiKey: string) {
    this.apiKey = apiKey;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#handle(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    for (const task of this.data.tasks) if (task.status === 'processing') task.status = 'enqueued';
    void this.#runTasks(++this.#life);
  }

  /** Ends the server in the middle of its work. A running task has changed nothing. */
  async kill(): Promise<void> {
    this.#life++;
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  async #runTasks(life: number): Promise<void> {
    const isAlive = () => this.#life === life;
    while (isAlive()) {
      const task = this.data.tasks.find(({ status }) => status === 'enqueued');
      if (task && !this.isPaused) await this.#runTask(task, isAlive);
      else await delay(1);
    }
  }

  async #runTask(task: Task, isAlive: () => boolean): Promise<void> {
    task.status = 'processing';
    await delay(Math.random() * MAX_TASK_MS);
    if (isAlive()) this.data.finish(task);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const [status, answer] = this.#answer(request, body);
    response.writeHead(status, answer === null ? {} : { 'Content-Type': 'application/json' });
    response.end(answer === null ? undefined : JSON.stringify(answer));
  }

  #answer({ method = '', url = '', headers }: IncomingMessage, raw: string): readonly [number, Json | null] {
    try {
      const { authorization, 'content-type': type } = headers;
      if (authorization === undefined) throw new ApiError(401, 'missing_authorization_header');
      if (authorization !== `Bearer ${this.apiKey}`) throw new ApiError(403, 'invalid_api_key');
      if (url === '/version') return [200, { commitSha: 'unknown', commitDate: 'unknown', pkgVersion: this.version }];
      const { pathname, searchParams } = new URL(url, this.url);
      for (const [routeMethod, pattern, parameters, route] of ROUTES) {
        const match = pattern.exec(pathname);
        if (routeMethod !== method || match === null) continue;
        if ([...searchParams.keys()].some((name) => !parameters.includes(name))) throw new ApiError(400, 'bad_request');
        if (raw !== '' && type !== 'application/json') throw new ApiError(415, 'invalid_content_type');
        const { uid = '', id = '' } = match.groups ?? {};
        return route(this.data, { uid, id, query: searchParams, body: raw === '' ? undefined : parseBody(raw) });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'bad_request') this.unknownRequests.push(`${method} ${url} ${raw.slice(0, 200)}`);
      return [error.status, toErrorBody(error)];
    }
    this.unknownRequests.push(`${method} ${url}`);
    return [404, null];
  }
}

/** Parses JSON as Meilisearch does: halves of surrogate pairs are not accepted. */
function parseBody(raw: string): unknown {
  try {
    return JSON.parse(raw, (_, value: unknown) => {
      if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('A half of a surrogate pair');
      return value;
    });
  } catch {
    throw new ApiError(400, 'malformed_payload');
  }
}
