import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { cleanUp, getPort, serve, temporaryFolder } from './support/binary.js';

cleanUp();

const ROUNDS = 200;
const requests = {
  CONNECT: 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  Upgrade: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
};

/** Sends a request and resets its connection at once, or when the answer arrives. */
async function sendAndReset(port: number, request: string, isAnswerAwaited: boolean): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(request, resolve));
  if (isAnswerAwaited) await once(socket, 'data');
  socket.resetAndDestroy();
  await closed;
}

describe('a service with the peer listener', () => {
  it.each(Object.entries(requests))(
    'still answers after clients sent %s and reset the connection',
    async (_, request) => {
      const program = serve(temporaryFolder(), ['--set', 'sync.rest.enabled=true', '--set', 'sync.rest.port=0']);
      const url = await program.ready();
      const peerLine = /^peers connect to (http\S+)$/m;
      await expect.poll(() => program.stdout).toMatch(peerLine);
      const ports = [url, peerLine.exec(program.stdout)?.[1] as string].map(getPort);
      for (const port of ports)
        for (let round = 0; round < ROUNDS; round += 1) await sendAndReset(port, request, round % 2 === 0);
      expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok');
      expect(await program.stop()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Error') });
    },
  );
});
