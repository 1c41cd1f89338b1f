import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { OperationName, Output } from '@notes/contract';
import { expect } from 'vitest';
import { type Program, type RunOptions, serve, temporaryFolder } from '../support/binary.js';
import { makeCertificate } from '../support/certificate.js';

/** Returns a port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Module that changes the clock of its process. */
const clock = (aheadMs: number) => encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${aheadMs};`);

/** Service as a separate process, on its own library, that checks for news every second. */
export class Device {
  readonly dataDir = join(temporaryFolder(), 'data');
  readonly #settings: readonly string[];
  readonly #options: RunOptions;
  #program!: Program;
  #url = '';

  /** @param aheadMs milliseconds that its clock is ahead */
  constructor(settings: readonly string[] = [], aheadMs = 0) {
    this.#settings = ['sync.interval_seconds=1', ...settings];
    this.#options = aheadMs === 0 ? {} : { env: { NODE_OPTIONS: `--import=data:text/javascript,${clock(aheadMs)}` } };
  }

  async start(): Promise<this> {
    const flags = this.#settings.flatMap((setting) => ['--set', setting]);
    this.#program = serve(this.dataDir, flags, this.#options);
    this.#url = await this.#program.ready();
    return this;
  }

  async kill(): Promise<void> {
    await this.#program.stop('SIGKILL');
  }

  async ask(method: string, path: string, fields?: object): Promise<{ status: number; body: unknown }> {
    const sent = fields && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fields) };
    const answer = await fetch(`${this.#url}/api/v1${path}`, { method, ...sent });
    return { status: answer.status, body: await answer.json() };
  }

  /** Calls an operation over REST; fails unless it succeeds. */
  async does<Name extends OperationName>(_name: Name, method: string, path: string, fields?: object) {
    const { status, body } = await this.ask(method, path, fields);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body as Output<Name>;
  }

  async code(): Promise<string> {
    const { invitations } = await this.does('manageInvitations', 'POST', '/sync-ui/invitations', {});
    return invitations[0]?.code as string;
  }

  pair = (fields: object) => this.ask('POST', '/sync-ui/pair', { target: 'rest', ...fields });

  write = (title: string, body: string) => this.does('createDocument', 'POST', '/documents', { title, body });

  /** Returns the text of a note; null where there is none. */
  async read(id: string): Promise<string | null> {
    const { status, body } = await this.ask('GET', `/documents/${id}`);
    return status === 200 ? (body as Output<'getDocument'>).body : null;
  }

  async edit(id: string, search: string, replace: string): Promise<void> {
    const { current_revision_id } = await this.does('getDocument', 'GET', `/documents/${id}`);
    const edits = [{ search, replace }];
    await this.does('editDocument', 'PATCH', `/documents/${id}`, { base_revision_id: current_revision_id, edits });
  }

  /** Calls a tool as an agent and returns its result. */
  async tool(name: string): Promise<unknown> {
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${this.#url}/mcp`, { method: 'POST', headers, body: JSON.stringify(asked) });
    const { result } = (await answer.json()) as { result: { structuredContent: unknown } };
    return result.structuredContent;
  }

  async isExchanging(): Promise<boolean> {
    const { jobs } = await this.does('listJobs', 'GET', '/jobs?kind=sync&state=running');
    return jobs.length > 0;
  }
}

/** Device whose service others synchronise with, over TLS. */
export class HubDevice extends Device {
  readonly baseUrl: string;
  readonly certificate: ReturnType<typeof makeCertificate>;

  constructor(port: number, aheadMs?: number, more: readonly string[] = []) {
    const certificate = makeCertificate(temporaryFolder());
    const settings = [
      'sync.rest.enabled=true',
      `sync.rest.port=${port}`,
      `sync.rest.tls_cert_file=${certificate.certFile}`,
      `sync.rest.tls_key_file=${certificate.keyFile}`,
      'sync.rest.requests_per_minute=100000',
      'sync.rest.burst=10000',
      'sync.rest.failures_per_minute=10000',
      ...more,
    ];
    super(settings, aheadMs);
    this.baseUrl = `https://127.0.0.1:${port}`;
    this.certificate = certificate;
  }

  /** Returns all bytes stored for peers. */
  readStoredBytes(): Buffer {
    const root = join(this.dataDir, 'carrier');
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
  }
}
