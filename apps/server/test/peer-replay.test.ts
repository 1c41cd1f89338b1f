import { readFileSync } from 'node:fs';
import { closeLibrary, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { expect, it } from 'vitest';
import { ask } from './support/ask.js';
import { cleanUp, getPort, type Program, serve, temporaryFolder } from './support/binary.js';
import { makeCertificate } from './support/certificate.js';
import { enrol, epochOfTest, Peer, SETTINGS, toReplicaId, writeIdentity } from './support/peers.js';
import { fetchOverTls } from './support/tls.js';

cleanUp();

/** Makes a data directory with an enrolled peer. */
async function scene(): Promise<{ dataDir: string; peer: Peer }> {
  const dataDir = temporaryFolder();
  const config = loadConfig({ dataDir, set: SETTINGS }, {});
  const library = await openLibrary({ config, serviceVersion: '0.0.0-test', create: true, serve: true });
  const peer = new Peer(library.databaseId, toReplicaId(1), 10);
  enrol(library, [writeIdentity(dataDir, library.databaseId, library.replicaId, 9), peer]);
  closeLibrary(library);
  return { dataDir, peer };
}

const flags = (settings: readonly string[]) => settings.flatMap((setting) => ['--set', setting]);
const peerPort = async (program: Program) => {
  await program.ready();
  while (!program.stdout.includes('\npeers connect to ')) await new Promise((resolve) => setTimeout(resolve, 5));
  return getPort(/peers connect to (\S+)/.exec(program.stdout)?.[1] as string);
};

it('a peer request from before kill -9 is not carried out again after the restart [SYNC-ONCE]', async () => {
  const { dataDir, peer } = await scene();
  const first = serve(dataDir, flags(SETTINGS));
  const artifact = peer.artifact('acks', 1, epochOfTest(peer.databaseId));
  const target = `/api/v1/sync/carrier/acks/${artifact.name}`;
  const put = peer.request({ method: 'PUT', target, body: artifact.bytes });
  const removal = peer.request({ method: 'DELETE', target });
  const port = await peerPort(first);
  const unspent = peer.request({ target: '/api/v1/sync/handshake' });
  expect((await ask(port, put)).status).toBe(201);
  expect((await ask(port, removal)).status).toBe(204);
  await first.stop('SIGKILL');
  const again = await peerPort(serve(dataDir, flags(SETTINGS)));
  for (const request of [put, removal]) expect((await ask(again, request)).status).toBe(401);
  expect((await ask(again, unspent)).status).toBe(200);
  const list = peer.request({ target: `/api/v1/sync/carrier/${peer.replicaId}/acks` });
  expect(JSON.parse((await ask(again, list)).body.toString()).artifacts).toEqual([]);
});

it('the service prints the address for peers, serves TLS there, and exits with 0', async () => {
  const { dataDir } = await scene();
  const { certFile, keyFile } = makeCertificate(temporaryFolder());
  const tls = [`sync.rest.tls_cert_file=${certFile}`, `sync.rest.tls_key_file=${keyFile}`];
  const program = serve(dataDir, flags([...SETTINGS, ...tls]));
  const port = await peerPort(program);
  expect(program.stdout).toContain(`peers connect to https://127.0.0.1:${port}\n`);
  const nothing = await fetchOverTls(port, '/healthz', readFileSync(certFile));
  expect([nothing.status, nothing.body]).toEqual([
    404,
    '{"error":{"code":"not_found","message":"There is nothing at this address."}}',
  ]);
  expect((await fetchOverTls(port, '/api/v1/sync/status', readFileSync(certFile))).body).toBe(nothing.body);
  expect(await program.stop()).toMatchObject({ code: 0 });
});
