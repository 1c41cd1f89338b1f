import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';

/** Requests a path on a port of this machine over TLS, and trusts one certificate. */
export async function fetchOverTls(port: number, path: string, ca: Buffer): Promise<{ status: number; body: string }> {
  const sent = get({ host: '127.0.0.1', port, path, ca, checkServerIdentity: () => undefined, agent: false });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const piece of answer) body += String(piece);
  return { status: answer.statusCode ?? 0, body };
}
