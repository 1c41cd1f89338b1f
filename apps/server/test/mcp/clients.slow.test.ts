import * as v2 from '@modelcontextprotocol/client';
import { StdioClientTransport as V2Stdio } from '@modelcontextprotocol/client/stdio';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as V1Stdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as V1Http } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { readAnswer } from '@notes/tooling/read-answer';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp, MAIN, temporaryFolder } from '../support/binary.js';
import { useService } from '../support/service.js';
import { WIDEST } from './support.js';

cleanUp();
const service = useService({ settings: WIDEST });

/** Common interface of the clients, as far as it is used here. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  getInstructions(): string | undefined;
  getServerVersion(): { name: string; version: string } | undefined;
  close(): Promise<void>;
}

const open: AnyClient[] = [];
afterAll(async () => {
  for (const client of open) await client.close();
});

const INFO = { name: 'test', version: '1' };
const command = () => ({
  command: process.execPath,
  args: [MAIN, 'mcp', '--data-dir', temporaryFolder(), ...WIDEST.flatMap((setting) => ['--set', setting])],
  stderr: 'ignore' as const,
});
const url = () => new URL(`${service.url}/mcp`);

async function connectV1(transport: V1Http | V1Stdio): Promise<AnyClient> {
  const client = new V1Client(INFO);
  // The types of the transport's optional properties conflict with exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client as AnyClient;
}

async function connectV2(transport: v2.Transport, mode: v2.VersionNegotiationMode, era: string): Promise<AnyClient> {
  const client = new v2.Client(INFO, { versionNegotiation: { mode } });
  await client.connect(transport);
  expect(client.getProtocolEra()).toBe(era);
  return client as unknown as AnyClient;
}

const PINNED = { pin: '2026-07-28' };
const clients: Record<string, () => Promise<AnyClient>> = {
  'v1 over HTTP': () => connectV1(new V1Http(url())),
  'v1 over stdio': () => connectV1(new V1Stdio(command())),
  'v2, legacy, over HTTP': () => connectV2(new v2.StreamableHTTPClientTransport(url()), 'legacy', 'legacy'),
  'v2, legacy, over stdio': () => connectV2(new V2Stdio(command()), 'legacy', 'legacy'),
  'v2, auto, over HTTP': () => connectV2(new v2.StreamableHTTPClientTransport(url()), 'auto', 'modern'),
  'v2, auto, over stdio': () => connectV2(new V2Stdio(command()), 'auto', 'modern'),
  'v2, pinned, over HTTP': () => connectV2(new v2.StreamableHTTPClientTransport(url()), PINNED, 'modern'),
  'v2, pinned, over stdio': () => connectV2(new V2Stdio(command()), PINNED, 'modern'),
};

describe.each(Object.entries(clients))('the client %s [N-MCP-CLIENTS]', (_, connect) => {
  it('lists all tools, and finds, reads and changes notes with them', async () => {
    const client = await connect();
    open.push(client);
    expect(client.getServerVersion()).toMatchObject({ name: 'notes' });
    expect(client.getInstructions()).toContain('Active scope: organizer; sync scope: control');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...tools.map(({ name }) => name)].sort());
    expect(tools).toHaveLength(46);

    const word = `zebra${open.length}`;
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: args })) as {
        content: { text: string }[];
        structuredContent: Record<string, unknown>;
      };
    const made = (await call('create_note', { title: 'From a client', body: 'one\ntwo\n', tags: ['t'] }))
      .structuredContent as { id: string; current_revision_id: string };
    const base = { document_id: made.id, base_revision_id: made.current_revision_id };
    await call('edit_note', { ...base, edits: [{ search: 'two', replace: word }] });
    const { content, ...others } = await call('get_document', { document_id: made.id });
    expect(others).not.toHaveProperty('structuredContent');
    expect(readAnswer(content[0]?.text ?? '', 'body')).toMatchObject({ body: `one\n${word}\n`, truncated: false });
    expect((await call('search_documents', { query: word })).structuredContent.results).toMatchObject([
      { document_id: made.id },
    ]);
    // The error of a tool is for the model: a client must pass it on instead of throwing.
    expect(await call('edit_note', { ...base, edits: [{ search: 'x', replace: 'y' }] })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('revision_conflict') }],
    });
  });

  it('gets -32602 for a tool that does not exist', async () => {
    const client = await connect();
    open.push(client);
    await expect(client.callTool({ name: 'purge_document', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });
});
