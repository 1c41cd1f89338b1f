import { connect } from 'node:net';

/** Answer as received. */
export interface RawAnswer {
  readonly status: number;
  /** Headers in the order sent. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface Conversation {
  readonly answers: readonly RawAnswer[];
  /** State of the connection: closed or reset by the server, or still open when the wait ended. */
  readonly end: 'closed' | 'reset' | 'open';
  readonly ms: number;
}

interface Talk {
  /** Number of final answers to wait for; otherwise waits for the server to close. */
  readonly answers?: number;
  readonly timeoutMs?: number;
  /** Methods of the requests, for answers without a body. */
  readonly methods?: readonly string[];
  readonly host?: string;
  /** True to end the client's half of the connection once everything is written. */
  readonly endInput?: boolean;
}

/** Writes bytes to a new connection, piece by piece, and reads the answers. */
export function converse(
  port: number,
  bytes: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  {
    answers: wanted = Number.POSITIVE_INFINITY,
    timeoutMs = 60_000,
    methods = [],
    host = '127.0.0.1',
    endInput = false,
  }: Talk = {},
): Promise<Conversation> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, allowHalfOpen: true });
    const started = performance.now();
    let received = Buffer.alloc(0);
    const finish = (end: Conversation['end']) => {
      clearTimeout(timer);
      socket.destroy();
      try {
        resolve({ answers: parseAnswers(received, methods), end, ms: performance.now() - started });
      } catch (error) {
        reject(error);
      }
    };
    const timer = setTimeout(() => finish('open'), timeoutMs);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (wanted !== Number.POSITIVE_INFINITY && finals(parseAnswers(received, methods)).length >= wanted)
        finish('open');
    });
    socket.on('end', () => finish('closed'));
    socket.on('error', () => finish('reset'));
    void writeAll(socket, bytes).then(() => endInput && socket.end());
  });
}

const finals = (answers: readonly RawAnswer[]) => answers.filter(({ status }) => status >= 200);

async function writeAll(
  socket: ReturnType<typeof connect>,
  bytes: string | Uint8Array | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  if (typeof bytes === 'string' || bytes instanceof Uint8Array) {
    socket.write(bytes);
    return;
  }
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for await (const piece of bytes) {
    if (socket.destroyed) return;
    if (!socket.write(piece)) await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))]);
  }
}

/** Parses the complete answers in a byte stream. The service always declares the length of bodies. */
export function parseAnswers(bytes: Buffer, methods: readonly string[] = []): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let at = 0;
  for (let end = bytes.indexOf('\r\n\r\n', at); end !== -1; end = bytes.indexOf('\r\n\r\n', at)) {
    const [line = '', ...fields] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Z]/.exec(line)?.[1]);
    if (!Number.isInteger(status)) throw new Error(`no status line: ${line}`);
    const headers = fields.map((field) => /^([^:]+): ?(.*)$/.exec(field)?.slice(1) as [string, string]);
    const head = methods[finals(answers).length] === 'HEAD';
    const bodyless = head || status < 200 || status === 204 || status === 304;
    const length = bodyless ? 0 : Number(getHeader({ headers }, 'content-length') ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`no Content-Length: ${line}`);
    const from = end + 4;
    if (bytes.length < from + length) break;
    answers.push({ status, headers, body: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return answers;
}

export function getHeader({ headers }: Pick<RawAnswer, 'headers'>, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}
