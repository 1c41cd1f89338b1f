import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type OutgoingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ErrorCode, errorCodes, type OperationName, type Output } from '@notes/contract';
import { type Library, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { pino } from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import { createListener } from '../../src/listener.js';
import type { Answer } from './answer.js';
import { checkAgainstTable } from './check-against-table.js';

export type Note = Output<'getDocument'>;
export type Notebook = Output<'getNotebook'>;
export type Resource = Output<'uploadResource'>;
export type Page = Output<'listTrash'>;
export type SearchPage = Output<'searchDocuments'>;

/** Seed of every property test here. */
export const SEED = 20_261_121;

/** Log level of faults. */
const ERROR = 50;

interface Ask {
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: OutgoingHttpHeaders;
}

/** Service on a library of its own, called over real HTTP; every answer is checked against its row. */
export class TestService {
  url = '';
  library!: Library;
  /** Lines of its log. */
  readonly log: string[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });
  readonly #folder = mkdtempSync(join(tmpdir(), 'notes-behaviour-'));
  #server!: Server;

  constructor(readonly settings: readonly string[]) {}

  async start(): Promise<void> {
    const config = loadConfig({ dataDir: this.#folder, set: this.settings }, {});
    this.library = await openLibrary({ config, serviceVersion: '0.0.0-test', create: true, serve: true });
    const log = pino({ level: 'info' }, { write: (line: string) => void this.log.push(line) });
    const { library } = this;
    // Connections are not reused, so none is closed just as a request is sent.
    const limits = { keepAliveTimeout: 0 };
    const webFolder = join(this.#folder, 'no-page');
    this.#server = createListener({ library, log, listenHost: '127.0.0.1', validateOutput: true, webFolder, limits });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Stops the service; a fault in its log is a failure. */
  async stop(): Promise<void> {
    this.#agent.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    this.library.store.close();
    rmSync(this.#folder, { recursive: true, force: true });
    expect(this.log.filter((line) => JSON.parse(line).level >= ERROR)).toEqual([]);
  }

  async ask(method: string, path: string, { json, bytes, headers = {} }: Ask = {}): Promise<Answer> {
    const body = json === undefined ? bytes : Buffer.from(JSON.stringify(json));
    const type = {
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(body !== undefined && { 'Content-Length': body.byteLength }),
    };
    const answer = await new Promise<Answer>((resolve, reject) => {
      const target = `${this.url}${path}`;
      const sent = request(target, { method, agent: this.#agent, headers: { ...type, ...headers } }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const received = Buffer.concat(chunks);
          const text = received.toString('utf8');
          const parseJson = <T>() => JSON.parse(text) as T;
          const status = incoming.statusCode as number;
          resolve({ status, headers: incoming.headers, bytes: received, text, json: parseJson });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
    checkAgainstTable(method, path, answer);
    return answer;
  }

  get = (path: string, headers?: OutgoingHttpHeaders) => this.ask('GET', `/api/v1${path}`, { headers: headers ?? {} });
  post = (path: string, json?: unknown, headers?: OutgoingHttpHeaders) => this.#send('POST', path, json, headers);
  put = (path: string, json?: unknown, headers?: OutgoingHttpHeaders) => this.#send('PUT', path, json, headers);
  patch = (path: string, json?: unknown, headers?: OutgoingHttpHeaders) => this.#send('PATCH', path, json, headers);
  delete = (path: string, json?: unknown, headers?: OutgoingHttpHeaders) => this.#send('DELETE', path, json, headers);

  #send(method: string, path: string, json?: unknown, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.ask(method, `/api/v1${path}`, { json, headers });
  }

  /** Creates a note; fails unless it was created. */
  async note(fields: Partial<Pick<Note, 'title' | 'body' | 'notebook_id'>> & { tags?: string[] } = {}): Promise<Note> {
    const answer = await this.post('/documents', { title: 'A note', ...fields });
    expect(answer.status, answer.text).toBe(201);
    return answer.json<Note>();
  }

  /** Reads the current note. */
  async read(id: string): Promise<Note> {
    const answer = await this.get(`/documents/${id}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json<Note>();
  }

  upload = (bytes: Uint8Array, filename = 'a file', type = 'application/octet-stream', headers = {}) =>
    this.ask('POST', `/api/v1/resources?filename=${encodeURIComponent(filename)}`, {
      bytes,
      headers: { 'Content-Type': type, ...headers },
    });

  /** Uploads an attachment; fails unless it was created. */
  async resource(...upload: Parameters<TestService['upload']>): Promise<Resource> {
    const answer = await this.upload(...upload);
    expect(answer.status, answer.text).toBe(201);
    return answer.json<Resource>();
  }

  async notebook(name: string, parent_notebook_id: string | null = null): Promise<Notebook> {
    const answer = await this.post('/notebooks', { name, parent_notebook_id });
    expect(answer.status, answer.text).toBe(201);
    return answer.json<Notebook>();
  }

  /** Creates a note in Trash. */
  async createTrashed(fields: Parameters<TestService['note']>[0] = {}): Promise<Note> {
    const note = await this.note(fields);
    await this.trash(note);
    return note;
  }

  async trash(note: Pick<Note, 'id' | 'current_revision_id'>): Promise<void> {
    const answer = await this.delete(`/documents/${note.id}`, { base_revision_id: note.current_revision_id });
    expect(answer.status, answer.text).toBe(204);
  }

  purge = (id: string) => this.delete(`/trash/${id}`, undefined, { 'X-Service-Confirmation': `purge-document:${id}` });

  /** Replaces the title or text of a note. */
  async rewrite({ id }: Pick<Note, 'id'>, fields: Partial<Pick<Note, 'title' | 'body'>>): Promise<Note> {
    const { title, body, current_revision_id: base_revision_id } = await this.read(id);
    const answer = await this.put(`/documents/${id}`, { title, body, base_revision_id, ...fields });
    expect(answer.status, answer.text).toBe(200);
    return answer.json<Note>();
  }

  /** Returns the answer to a GET request; fails unless it succeeds. */
  async show<Name extends OperationName>(path: string): Promise<Output<Name>> {
    const answer = await this.get(path);
    expect(answer.status, answer.text).toBe(200);
    return answer.json<Output<Name>>();
  }

  /** Returns the answer to a POST query; fails unless it succeeds. */
  async find<Name extends OperationName>(path: string, question: unknown): Promise<Output<Name>> {
    const answer = await this.post(path, question);
    expect(answer.status, answer.text).toBe(200);
    return answer.json<Output<Name>>();
  }

  async search(query: string, more: Record<string, unknown> = {}): Promise<SearchPage> {
    const answer = await this.post('/search', { query, ...more });
    expect(answer.status, answer.text).toBe(200);
    return answer.json<SearchPage>();
  }

  /** Returns the change counter of the library. */
  async counter(): Promise<number> {
    return (await this.get('/status')).json<Output<'getStatus'>>().database_info.change_counter;
  }

  /** Runs `work` and fails when it changed anything. */
  async expectUnchanged(work: () => Promise<unknown>): Promise<void> {
    const before = await this.counter();
    await work();
    expect(await this.counter()).toBe(before);
  }
}

/** Starts one service for the tests of a file. */
export function useService(settings: readonly string[] = []): TestService {
  const service = new TestService(settings);
  beforeAll(() => service.start());
  afterAll(() => service.stop());
  return service;
}

/** Expects a refusal and returns its message. */
export function expectRefused(answer: Answer, code: ErrorCode): string {
  const { error } = answer.json<{ error: { code: string; message: string } }>();
  expect([answer.status, error.code], error.message).toEqual([errorCodes[code].http, code]);
  return error.message;
}

/** Collects every page of a listing, from first to last. */
export async function pages<T extends { next_cursor: string | null }>(
  load: (cursor: string | undefined) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    found.push(page);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && found.length < 1_000);
  return found;
}
