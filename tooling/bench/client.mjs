// @ts-check
import http from 'node:http';

/** @typedef {{ method: string, path: string, body?: unknown }} Call */
/** @typedef {{ ms: number, value: any }} Answer */

/** Client with persistent connections to one server. */
export class Client {
  #url;
  #agent;

  constructor(/** @type {URL} */ url, connections = 1) {
    this.#url = url;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * Measures the time from the first byte sent to the last received. A server may close an idle connection while the
   * request is on its way, which on a busy machine happens; such a request was not read, and is sent again.
   * @returns {Promise<Answer>}
   */
  async call(/** @type {Call} */ call) {
    try {
      return await this.#send(call);
    } catch (error) {
      const { code, isReused } = /** @type {{ code?: string, isReused?: boolean }} */ (error);
      if ((code !== 'ECONNRESET' && code !== 'EPIPE') || isReused !== true) throw error;
      return this.#send(call);
    }
  }

  /** @returns {Promise<Answer>} */
  #send(/** @type {Call} */ { method, path, body }) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers =
      text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    const { hostname, port } = this.#url;
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const request = http.request({ hostname, port, method, path, headers, agent: this.#agent }, (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const ms = performance.now() - started;
          const answer = Buffer.concat(chunks).toString();
          const ok = response.statusCode === 200 || response.statusCode === 201;
          if (ok) resolve({ ms, value: JSON.parse(answer) });
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer}`));
        });
      });
      request.on('error', (error) => reject(Object.assign(error, { isReused: request.reusedSocket })));
      request.end(text);
    });
  }

  close() {
    this.#agent.destroy();
  }
}
