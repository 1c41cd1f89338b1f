import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { state, text, typeAtEnd, UNREACHABLE, waitUntilSaved } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();

const WORKER_ALLOWED = { serviceWorkers: 'allow' } as const;
/** Messages of a browser whose service is stopped. */
const STOPPED = [UNREACHABLE, /FetchEvent for .* resulted in a network error/];

/** Opens an address with a service worker, and waits until the worker has kept the page. */
async function openWithWorker(hash: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await web.context(WORKER_ALLOWED);
  const page = await context.newPage();
  await web.goTo(page, hash);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  return { context, page };
}

const listCopies = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('notes-copies', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('copies', { keyPath: 'key' });
        opening.onsuccess = () => {
          const request = opening.result.transaction('copies').objectStore('copies').getAllKeys();
          request.onsuccess = () => {
            opening.result.close();
            resolve(request.result as string[]);
          };
        };
      }),
  );
const readNonce = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content);

it('the page opens without the service, shows the notes opened last, and sends changes when it is back [WEB-OFFLINE]', async () => {
  const note = await web.service.note({ title: 'Carried along', body: 'before\n' });
  const { context, page } = await openWithWorker(`#/n/${note.id}?mode=live`);
  await text(page).waitFor();
  await expect.poll(() => listCopies(page)).toEqual([note.id]);
  const nonce = await readNonce(page);
  await page.close();
  await web.service.kill();
  web.watch.expect(...STOPPED);
  const later = await context.newPage();
  await web.goTo(later, '#/');
  const sidebar = later.getByRole('navigation', { name: 'Library' });
  await expect.poll(() => sidebar.getByText('Not loaded').count()).toBe(2);
  expect(await sidebar.getByText('None yet').count()).toBe(0);
  await later.getByRole('link', { name: /Carried along/ }).click();
  await text(later).getByText('before').waitFor();
  expect(await readNonce(later)).toMatch(/^[\w-]{22}$/);
  expect(await readNonce(later)).not.toBe(nonce);
  // The editor writes its styles with the new nonce.
  expect(await text(later).evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('break-spaces');
  await typeAtEnd(later, 'after');
  await state(later).getByText('Offline', { exact: false }).waitFor();
  await web.service.start();
  await later.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await waitUntilSaved(later);
  expect((await web.service.read(note.id)).body).toBe('before\nafter');
});

it('text typed without the service survives the end of the page and is saved later [WEB-OFFLINE]', async () => {
  const note = await web.service.note({ title: 'Typed away', body: 'before\n' });
  const { context, page } = await openWithWorker(`#/n/${note.id}?mode=live`);
  await text(page).waitFor();
  await expect.poll(() => listCopies(page)).toContain(note.id);
  await web.service.kill();
  web.watch.expect(...STOPPED);
  await page.reload();
  await typeAtEnd(page, 'after');
  await state(page).getByText('Offline', { exact: false }).waitFor();
  await page.close();
  await web.service.start();
  const later = await context.newPage();
  await web.goTo(later, '#/');
  await later.getByRole('button', { name: 'Restore 1 unsaved note' }).click();
  await expect.poll(async () => (await web.service.read(note.id)).body).toBe('before\nafter');
});

it('a service that answers is always asked first: a kept page is not shown [WEB-OFFLINE]', async () => {
  const { context, page } = await openWithWorker('#/');
  const nonces = new Set([await readNonce(page)]);
  for (let visits = 0; visits < 2; visits++) {
    const response = await page.reload();
    expect(response?.headers()['content-security-policy']).toContain(`'nonce-${await readNonce(page)}'`);
    nonces.add(await readNonce(page));
  }
  expect(nonces.size).toBe(3);
  const kept = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  expect(kept).toContain('/');
  await context.close();
});

it('a worker of another build is replaced, with all that it kept [WEB-OFFLINE]', async () => {
  const { page } = await openWithWorker('#/');
  await page.evaluate(async () => {
    const old = await caches.open('notes-page /assets/service-worker-0.js');
    await old.put('/', new Response('an old page'));
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
});

it('changes of other settings do not register the worker again [WEB-OFFLINE]', async () => {
  const context = await web.context(WORKER_ALLOWED);
  await context.addInitScript(() => {
    // The blank page before has no service workers.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const register = workers?.register.bind(workers);
    if (workers === undefined || register === undefined) return;
    workers.register = (...args) => {
      const { dataset } = document.documentElement;
      dataset.registrations = `${Number(dataset.registrations ?? 0) + 1}`;
      return register(...args);
    };
  });
  const page = await context.newPage();
  await web.goTo(page, '#/settings/daily');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.getByLabel('Title').fill('YYYY-MM-DD ddd');
  await web.watch.waitUntilIdle();
  expect(await page.evaluate(() => document.documentElement.dataset.registrations)).toBe('1');
});

it('a note in Trash, a deleted note and a setting remove the copies of notes [WEB-OFFLINE]', async () => {
  const notes = [];
  for (const title of ['Trashed', 'Purged', 'Stays']) notes.push(await web.service.note({ title, body: '1\n' }));
  const [trashed, purged, stays] = notes as [(typeof notes)[0], (typeof notes)[0], (typeof notes)[0]];
  const { page } = await openWithWorker('#/');
  for (const { id } of notes) {
    await page.evaluate((to) => location.assign(to), `#/n/${id}?mode=read`);
    await expect.poll(() => listCopies(page)).toContain(id);
  }
  await web.service.trash(trashed);
  await web.service.trash(purged);
  await web.service.command('purge', purged.id, `--confirm=purge-document:${purged.id}`);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => listCopies(page)).toEqual([stays.id]);
  await web.goTo(page, '#/settings/appearance');
  await page.getByLabel('Open the page without the service').uncheck();
  await expect.poll(() => listCopies(page)).toEqual([]);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

it('a page that names no worker removes every other [WEB-OFFLINE]', async () => {
  const { context, page } = await openWithWorker('#/');
  await page.close();
  await context.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.querySelector('meta[name="service-worker"]')?.remove()),
  );
  const later = await context.newPage();
  await web.goTo(later, '#/');
  await expect
    .poll(() => later.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  expect(await later.evaluate(() => caches.keys())).toEqual([]);
});

it('the page can be installed: its manifest and icons are valid, and its shortcuts lead to screens [WEB-INSTALL]', async () => {
  const page = await web.openPage('#/');
  const session = await page.context().newCDPSession(page);
  const { errors, data = '{}' } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Tests run in a private window.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const manifest = JSON.parse(data) as {
    icons: { src: string; sizes: string }[];
    shortcuts: { url: string }[];
  };
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) {
    await page.goto('about:blank');
    await page.goto(web.service.url + url);
    await page.locator('main > *').first().waitFor();
    expect(await page.getByText('There is no page at this address').count()).toBe(0);
  }
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#\/n\/doc_/);
});
