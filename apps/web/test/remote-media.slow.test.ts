import { expect, it } from 'vitest';
import { useRemoteHost } from './support/elsewhere.js';
import { useWeb } from './support/web.js';

const remoteHost = await useRemoteHost();
const { host } = remoteHost;

const web = useWeb([`media.allow_private_addresses=${host}`]);

it('a remote image is fetched only on request and when the policy allows it [WEB-MEDIA]', async () => {
  const { id } = await web.service.note({
    title: 'Images',
    body: `![one](http://${host}/a.png)\n\n![two](http://127.0.0.1:9/b.png)\n`,
  });
  const page = await web.openPage(`#/n/${id}?mode=read`);
  const [one, two] = ['one', 'two'].map((alt) => page.locator('.remote-image', { hasText: alt }));
  await one!.getByRole('button', { name: 'Check' }).click();
  await one!.getByText('This image can be fetched. Nothing was downloaded.').waitFor();
  await two!.getByRole('button', { name: 'Fetch' }).click();
  await two!.getByText(/^Not fetched: .*the address is on this computer or its network/).waitFor();
  expect(remoteHost.visits).toBe(0);
  await one!.getByRole('button', { name: 'Fetch' }).click();
  const image = page.getByRole('article').getByRole('img', { name: 'one' });
  expect(await image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth))).toBe(
    1,
  );
  expect(remoteHost.visits).toBe(1);
  expect((await web.service.read(id)).body).toMatch(/^!\[one\]\(resource:.*\n\n!\[two\]\(http:/);
});
