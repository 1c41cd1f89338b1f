import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { inProcess, testLibrary } from './support.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts a server on loopback that commands may fetch from, and makes a library with a note that shows its image. */
async function serveImage() {
  const server = createServer((_, response) => response.end(PNG));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { NOTES_MEDIA_ALLOW_PRIVATE_ADDRESSES: host };
  const { run } = testLibrary(inProcess);
  const notes = (...args: string[]) => run(['-q', ...args], { env });
  const [a, b] = [`http://${host}/a.png`, `http://${host}/b.png`];
  await run(['-q', 'new', 'Trip', '--body', '-'], { input: `![](${a})\n<img src="${b}"> ![](http://[::1]/c)\n` });
  return { notes, run, a, b };
}

test('media policy prints the settings', async () => {
  const { notes } = await serveImage();
  const { stdout } = await notes('media', 'policy');
  expect(stdout).toMatch(/^allowed_domains +none$/m);
  expect(stdout).toMatch(/^max_redirects +3$/m);
  expect(JSON.parse((await notes('media', 'policy', '--json')).stdout)).toMatchObject({ enabled: true });
});

test('media check exits with 1 for a refused address and prints the reasons', async () => {
  const { notes } = await serveImage();
  expect(await notes('media', 'check', 'https://example.org/')).toMatchObject({ code: 0, stdout: 'allowed\n' });
  expect(await notes('media', 'check', 'http://0x7f.1:1/')).toMatchObject({
    code: 1,
    stdout: 'refused: port_not_allowed, private_address\n',
  });
});

test('media scan lists the remote images of a note', async () => {
  const { notes, run, a, b } = await serveImage();
  expect((await notes('media', 'scan', 'Trip')).stdout.split('\n')).toEqual([
    `1:1   allowed                  ${a}`,
    `2:1   allowed                  ${b}`,
    `2:${b.length + 14}  refused private_address  http://[::1]/c`,
    '',
  ]);
  await run(['-q', 'new', 'Plain']);
  expect((await run(['media', 'scan', 'Plain'])).stderr).toBe('No remote images.\n');
});

test('media localize looks up the revision, and exits with 10 unless every image was localized', async () => {
  const { notes, a, b } = await serveImage();
  const one = await notes('media', 'localize', 'Trip', '--url', a);
  expect(one).toMatchObject({ code: 0, stdout: expect.stringMatching(/^localized {2}res_\w+ {2}http:\S+\/a\.png\n$/) });
  const rest = await notes('media', 'localize', 'Trip');
  expect(rest.code).toBe(10);
  expect(rest.stdout.split('\n')).toEqual([
    expect.stringMatching(`^localized  res_\\w+ +${b}$`),
    expect.stringMatching(/^refused +private_address +http:/),
    '',
  ]);
  const { stdout } = await notes('cat', 'Trip');
  expect(stdout).toMatch(
    /^!\[\]\(resource:\/\/default\/resources\/res_\w+\)\n<img src="resource:\/\/default\/resources\/res_\w+">/,
  );
  expect((await notes('media', 'localize', 'Trip', '--url', a)).stdout).toBe(`unchanged  not_in_note  ${a}\n`);
});
