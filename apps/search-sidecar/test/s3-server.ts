import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const MAX_KEYS = 1_000;

interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly at: Date;
}

interface Answer {
  readonly status: number;
  readonly body?: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Object store in memory with the part of the interface of S3 that LanceDB uses: objects, ranges, conditional writes,
 * copies, uploads in parts, lists by prefix and delimiter in pages. Requests need the access key; signatures are not
 * checked.
 */
export class S3Server {
  readonly objects = new Map<string, Stored>();
  /** Number of requests answered with 503 before others succeed. */
  failures = 0;
  readonly accessKey = 'access-key-of-the-test';
  readonly #uploads = new Map<string, Map<number, Buffer>>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      send(response, this.#answer(request, readBody(request, Buffer.concat(pieces))), request.method === 'HEAD');
    });
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** Environment of a program that uses the store. */
  get environment(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      AWS_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_ALLOW_HTTP: 'true',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: this.accessKey,
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer({ method, url = '', headers }: IncomingMessage, body: Buffer): Answer {
    if (!(headers.authorization ?? '').includes(`Credential=${this.accessKey}/`)) return fail(403, 'AccessDenied');
    if (this.failures > 0) {
      this.failures -= 1;
      return fail(503, 'SlowDown');
    }
    const { pathname, searchParams: query } = new URL(url, 'http://store');
    const path = decodeURIComponent(pathname.slice(1));
    const key = path.slice(path.indexOf('/') + 1);
    if (method === 'GET' && query.has('list-type')) return this.#list(query);
    if (method === 'POST' && query.has('delete')) return this.#deleteMany(body.toString());
    if (query.has('uploads') || query.has('uploadId')) return this.#upload(method, key, query, body);
    if (method === 'PUT') return this.#put(key, headers, body);
    if (method === 'GET' || method === 'HEAD') return this.#get(key, headers.range);
    if (method === 'DELETE') {
      this.objects.delete(key);
      return { status: 204 };
    }
    return fail(405, 'MethodNotAllowed');
  }

  #put(key: string, headers: IncomingMessage['headers'], body: Buffer): Answer {
    const source = headers['x-amz-copy-source'];
    const copied =
      source === undefined
        ? undefined
        : this.objects.get(decodeURIComponent(String(source)).replace(/^\/?[^/]+\//, ''));
    if (source !== undefined && copied === undefined) return fail(404, 'NoSuchKey');
    if (headers['if-none-match'] === '*' && this.objects.has(key)) return fail(412, 'PreconditionFailed');
    const ifMatch = headers['if-match'];
    if (ifMatch !== undefined && this.objects.get(key)?.etag !== ifMatch) return fail(412, 'PreconditionFailed');
    const { etag } = this.#store(key, copied?.bytes ?? body);
    const result = `<CopyObjectResult><ETag>${escapeText(etag)}</ETag></CopyObjectResult>`;
    return { status: 200, headers: { ETag: etag }, ...(copied && { body: result }) };
  }

  #store(key: string, bytes: Buffer): Stored {
    const stored = { bytes, etag: `"${createHash('md5').update(bytes).digest('hex')}"`, at: new Date() };
    this.objects.set(key, stored);
    return stored;
  }

  #get(key: string, range: string | undefined): Answer {
    const stored = this.objects.get(key);
    if (stored === undefined) return fail(404, 'NoSuchKey');
    const { bytes, etag, at } = stored;
    const common = { ETag: etag, 'Last-Modified': at.toUTCString() };
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
    if (range === undefined) return { status: 200, body: bytes, headers: common };
    const from = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
    const to = first === '' || last === '' ? bytes.length : Math.min(bytes.length, Number(last) + 1);
    if (from >= bytes.length) return fail(416, 'InvalidRange');
    const contentRange = `bytes ${from}-${to - 1}/${bytes.length}`;
    return { status: 206, body: bytes.subarray(from, to), headers: { ...common, 'Content-Range': contentRange } };
  }

  #list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter') ?? '';
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const items = new Map<string, string>();
    for (const key of [...this.objects.keys()].filter((each) => each.startsWith(prefix)).sort()) {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
      const name = end === -1 ? key : key.slice(0, end + 1);
      if (name > after && !items.has(name)) items.set(name, end === -1 ? this.#describe(key) : describePrefix(name));
    }
    const names = [...items.keys()].slice(0, Math.min(MAX_KEYS, Number(query.get('max-keys') ?? MAX_KEYS)));
    const isTruncated = names.length < items.size;
    const token = isTruncated ? `<NextContinuationToken>${escapeText(names.at(-1) ?? '')}</NextContinuationToken>` : '';
    const listed = names.map((name) => items.get(name)).join('');
    const body = `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}${listed}</ListBucketResult>`;
    return { status: 200, body };
  }

  #describe(key: string): string {
    const { bytes, etag, at } = this.objects.get(key) as Stored;
    return (
      `<Contents><Key>${escapeText(key)}</Key><LastModified>${at.toISOString()}</LastModified>` +
      `<ETag>${escapeText(etag)}</ETag><Size>${bytes.length}</Size></Contents>`
    );
  }

  #deleteMany(body: string): Answer {
    const keys = [...body.matchAll(/<Key>(.*?)<\/Key>/gs)].map(([, key = '']) => unescapeText(key));
    for (const key of keys) this.objects.delete(key);
    const deleted = keys.map((key) => `<Deleted><Key>${escapeText(key)}</Key></Deleted>`).join('');
    return { status: 200, body: `<DeleteResult>${deleted}</DeleteResult>` };
  }

  #upload(method: string | undefined, key: string, query: URLSearchParams, body: Buffer): Answer {
    if (query.has('uploads')) {
      const id = randomUUID();
      this.#uploads.set(id, new Map());
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    const id = query.get('uploadId') ?? '';
    const parts = this.#uploads.get(id);
    if (parts === undefined) return fail(404, 'NoSuchUpload');
    if (method === 'PUT') {
      const number = Number(query.get('partNumber'));
      parts.set(number, body);
      return { status: 200, headers: { ETag: `"part-${number}"` } };
    }
    this.#uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const bytes = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part));
    const { etag } = this.#store(key, bytes);
    const result = `<CompleteMultipartUploadResult><ETag>${escapeText(etag)}</ETag></CompleteMultipartUploadResult>`;
    return { status: 200, body: result };
  }
}

/** Returns the bytes of a body, which may be sent in signed chunks. */
function readBody({ headers }: IncomingMessage, body: Buffer): Buffer {
  if (!String(headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING')) return body;
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (!(length > 0)) break;
    pieces.push(body.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return Buffer.concat(pieces);
}

const fail = (status: number, code: string): Answer => ({ status, body: `<Error><Code>${code}</Code></Error>` });

function send(response: ServerResponse, { status, body = '', headers = {} }: Answer, isHead: boolean): void {
  const bytes = Buffer.from(body);
  const type = headers['Last-Modified'] === undefined ? 'application/xml' : 'application/octet-stream';
  response.writeHead(status, {
    'Content-Type': type,
    ...(status !== 204 && { 'Content-Length': bytes.length }),
    ...headers,
  });
  response.end(isHead ? undefined : bytes);
}

const describePrefix = (name: string) => `<CommonPrefixes><Prefix>${escapeText(name)}</Prefix></CommonPrefixes>`;
const escapeText = (text: string) => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
const unescapeText = (text: string) =>
  text
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
