import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { useService } from '../behaviour/support.js';
import { succeed, WIDEST } from './agent.js';

const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

/** Requested paths. */
const asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  if (url.startsWith('/secret-moved')) response.writeHead(302, { Location: '/secret-new-place?secret=1' });
  if (url.startsWith('/secret-broken')) response.writeHead(500);
  response.end(url.startsWith('/secret-page') ? '<p>words</p>' : GIF);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

const api = useService([...WIDEST, `media.allow_private_addresses=${host}`]);

const paths = ['/secret-a?secret', '/secret-a?secret', '/secret-moved', '/secret-broken', '/secret-page'];
const urls = [...paths.map((path) => `http://${host}${path}`), 'http://127.0.0.1:1/secret-port', 'secret.png'];
const body = urls.map((url) => `![secret](${url})`).join('\n');

const asksLogged = () =>
  api.log.map((line) => JSON.parse(line)).filter(({ msg }: { msg: string }) => msg === 'request to another host');

describe('requests of tools to other hosts [N-MCP-EGRESS]', () => {
  it('are logged one by one, without path and query', async () => {
    const { id: document_id, current_revision_id: base_revision_id } = await api.note({ body });
    api.log.length = asked.length = 0;
    await succeed(api, 'localize_remote_media', { document_id, base_revision_id });
    const lines = asksLogged();
    // A file refused for its type was fetched too.
    const outcomes = ['fetched', 'fetched', 'fetched', 'http_status', 'redirected'];
    expect(lines.map(({ outcome }) => outcome).sort()).toEqual(outcomes);
    for (const { level, time, pid, hostname, outcome, ...line } of lines)
      expect(line).toEqual({ msg: 'request to another host', tool: 'localize_remote_media', host: '127.0.0.1' });
    expect(asked).toHaveLength(lines.length);
    expect(api.log.join('')).not.toContain('secret');
  });

  it('do not happen for tools that only read', async () => {
    const { id: document_id } = await api.note({ body });
    api.log.length = asked.length = 0;
    for (const tool of ['scan_remote_media', 'list_document_links', 'get_document'] as const)
      await succeed(api, tool, { document_id });
    expect([asksLogged(), asked]).toEqual([[], []]);
  });
});
