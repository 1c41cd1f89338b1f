import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const TOPICS = ['garden plant flower', 'car engine wheel', 'doctor hospital medicine'].map((words) => words.split(' '));

/** Service with the interface of Ollama, whose vectors show the topics of a text. */
export class ModelService {
  /** Texts of notes that were embedded. */
  readonly texts: string[] = [];
  /** Number of texts of notes after which requests are not answered. */
  holdAfter = Number.POSITIVE_INFINITY;
  status = 200;
  #held: (() => void) | undefined;
  /** Resolves when the first request is not answered. */
  readonly held = new Promise<void>((resolve) => {
    this.#held = resolve;
  });
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const { input } = JSON.parse(Buffer.concat(pieces).toString()) as { input: string[] };
      const isRefused = this.status !== 200 || input.some((text) => text.includes('unreadable'));
      const notes = input.filter((text) => text.startsWith('note: '));
      if (notes.length > 0 && this.texts.length + notes.length > this.holdAfter) return this.#held?.();
      if (!isRefused) this.texts.push(...notes);
      response.writeHead(isRefused ? Math.max(400, this.status) : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isRefused ? {} : { embeddings: input.map(toVector) }));
    });
  }

  static async start(): Promise<ModelService> {
    const service = new ModelService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  /** Returns the flags of `notes-search` for a model of this service. */
  flags(model: string): string[] {
    const { port } = this.#server.address() as AddressInfo;
    return ['--ollama-url', `http://127.0.0.1:${port}`, '--ollama-model', model, '--document-prefix', 'note: '];
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const toVector = (text: string) => [
  ...TOPICS.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length),
  0.1,
];
