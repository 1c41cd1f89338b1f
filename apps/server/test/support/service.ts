import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeLibrary, type Library, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { pino } from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import { createListener } from '../../src/listener.js';
import type { ListenerLimits } from '../../src/options.js';
import { World } from './world.js';

/** Log level of faults. */
const ERROR = 50;

interface TestOptions {
  readonly settings?: readonly string[];
  readonly limits?: Partial<ListenerLimits>;
  /** Folder of the web UI; without it there is none. */
  readonly webFolder?: string;
}

/**
 * Real listener, from its sources, on a library of its own; every answer of an operation is checked against its row.
 */
export class TestService {
  port = 0;
  library!: Library;
  server!: Server;
  world!: World;
  /** Lines of the log. */
  readonly log: string[] = [];
  readonly dataDir = mkdtempSync(join(tmpdir(), 'notes-server-'));

  constructor(readonly options: TestOptions = {}) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const config = loadConfig({ dataDir: this.dataDir, set: this.options.settings ?? [] }, {});
    this.library = await openLibrary({ config, serviceVersion: '0.0.0-test', create: true, serve: true });
    this.world = new World(this.library);
    const log = pino({ level: 'info', base: null }, { write: (line: string) => void this.log.push(line) });
    const { limits = {}, webFolder = join(this.dataDir, 'no-page') } = this.options;
    const { library } = this;
    const listenHost = '127.0.0.1';
    this.server = createListener({ library, log, listenHost, validateOutput: true, limits, webFolder });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Lines at level error and above. */
  get faults(): string[] {
    return this.log.filter((line) => (JSON.parse(line) as { level: number }).level >= ERROR);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    closeLibrary(this.library);
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Returns a number that grows with every write. */
  changes(): number {
    return this.library.store.read(({ journal }) => journal.last());
  }
}

/** Starts one service for the tests of a file; a fault in its log fails the file. */
export function useService(options: TestOptions = {}): TestService {
  const service = new TestService(options);
  beforeAll(() => service.start());
  afterAll(async () => {
    await service.stop();
    expect(service.faults).toEqual([]);
  });
  return service;
}
