import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import {
  beginGroup,
  button,
  exchange,
  freePort,
  go,
  readTexts,
  readView,
  shownCode,
  syncNow,
} from './support/devices.js';
import { state, text, UNREACHABLE, waitUntilSaved } from './support/editor.js';
import type { Note } from './support/service.js';
import { comeBack, useWeb, type Web } from './support/web.js';

/** Devices that sync only on request. */
const BY_HAND = 'sync.interval_seconds=0';
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const many = ['requests_per_minute=100000', 'burst=10000', 'failures_per_minute=10000'];
const serving = ['enabled=true', `port=${port}`, ...many].map((setting) => `sync.rest.${setting}`);
/** Device whose service the others sync with. */
const desk = useWeb([BY_HAND, ...serving]);
const laptop = useWeb([BY_HAND]);
/** Its settings already name the sync target. */
const phone = useWeb([BY_HAND, 'sync.target=rest', `sync.rest_peer.base_url=${address}`]);
const all = [desk, laptop, phone] as const;

/** A note with attachments, shared by all devices. */
let files: Note;

const dialog = (page: Page) => page.getByRole('dialog');
/** All words typed so far, each unique. */
const typed: string[] = [];
function word(name: string): string {
  typed.push(name);
  return name;
}

async function openAt(page: Page, { id }: Note): Promise<void> {
  await go(page, `#/n/${id}?mode=live`);
  await text(page).waitFor();
}

/** Types behind the given text in a line of the note. */
async function typeIn(page: Page, note: Note, line: string, more: string): Promise<void> {
  await openAt(page, note);
  await text(page).getByText(line).click();
  await page.keyboard.press('End');
  await page.keyboard.type(` ${more}`);
}

async function writeIn(page: Page, note: Note, line: string, more: string): Promise<void> {
  await typeIn(page, note, line, more);
  await page.keyboard.press('Control+s');
  await waitUntilSaved(page);
}

async function trash(page: Page, { title }: Note): Promise<void> {
  await go(page, '#/');
  await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check();
  await button(page, 'Move to Trash').click();
  await button(dialog(page), 'Move to Trash').click();
  await dialog(page).getByText('Applied 1 ·').waitFor();
  await button(dialog(page), 'Dismiss').click();
}

async function purge(page: Page, note: Note): Promise<void> {
  await trash(page, note);
  await go(page, `#/trash/${note.id}`);
  await button(page, 'Delete forever…').click();
  await dialog(page).getByLabel('To confirm').fill(note.title);
  await button(dialog(page), 'Delete forever').click();
  await page.getByText(`Deleted “${note.title}” forever`).waitFor();
}

async function moveInto(page: Page, id: string, name: string, into: string): Promise<void> {
  await go(page, `#/nb/${id}`);
  await button(page, `Actions for ${name}`).click();
  await page.getByText('Rename or move…').click();
  await dialog(page).getByLabel('Parent notebook').selectOption({ label: into });
  await button(dialog(page), 'Save').click();
  await page.getByText(`Saved “${name}”`).waitFor();
}

async function renameTag(page: Page, from: string, to: string): Promise<void> {
  await go(page, '#/tags');
  await button(page, `Rename ${from}`).click();
  await dialog(page).getByLabel('New name').fill(to);
  await button(dialog(page), 'Preview changes').click();
  await button(dialog(page), 'Apply changes').click();
  await dialog(page).getByText('Changed 1 tag on 1 note.').waitFor();
  await button(dialog(page), 'Close').click();
}

async function attach(page: Page, note: Note, name: string): Promise<void> {
  await openAt(page, note);
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByLabel('Add files').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  await button(page, `Details of ${name}`).waitFor();
}

/** Opens the details of an attachment, and chooses whether this device keeps it. */
async function keep(page: Page, name: string, intent: string): Promise<void> {
  await button(page, `Details of ${name}`).click();
  await dialog(page).getByLabel('Availability').selectOption({ label: intent });
  await button(dialog(page), 'Apply').click();
}

const readOverview = ({ service }: Web) => service.ask('getSyncOverview', {});
const openAll = async () => (await Promise.all(all.map((web) => web.openPage('#/sync')))) as [Page, Page, Page];

/** Returns the content of the libraries, which must be equal on all devices. */
async function readCommonView() {
  const [first, ...others] = await Promise.all(all.map(readView));
  for (const other of others) expect(other).toEqual(first);
  return first as Awaited<ReturnType<typeof readView>>;
}

const lacksNothing = (texts: string) => expect(typed.filter((one) => !texts.includes(one))).toEqual([]);

/** Resolves all conflicts in the page without losing text. */
async function settleAll({ service }: Web, page: Page): Promise<void> {
  for (;;) {
    const { conflicts } = await service.ask('listConflicts', { state: 'open', limit: 1 });
    const [conflict] = conflicts;
    if (conflict === undefined) return;
    await go(page, '#/sync/conflicts');
    await page
      .getByRole('link', { name: /^Resolve: / })
      .first()
      .click();
    const isText = conflict.kind === 'document_content';
    await page.getByRole('heading', { name: isText ? 'Result' : 'Conflict', exact: true }).waitFor();
    if (isText) {
      await button(page, 'Both').first().click();
      await page.getByText('All conflicts are resolved.').waitFor();
      await button(page, 'Save result').click();
    } else await button(page, /^(Keep the note|Keep these names)$/).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#/sync/conflicts');
  }
}

describe('three devices', () => {
  it('become a group through the service of one, by pairing codes alone [WEB-SYNC-SETUP]', async () => {
    const first = await desk.openPage('#/sync');
    await first.getByText('Other devices can sync with this service.').waitFor();
    expect(await violationsInBothThemes(first)).toEqual([]);
    await beginGroup(first, 'desk');
    for (const [name, web] of Object.entries({ laptop, phone })) {
      await go(first, '#/sync/pairing');
      await button(first, 'Create pairing code').click();
      const code = await shownCode(first);
      const page = await web.openPage('#/sync');
      if (web === laptop) await page.getByLabel('Address of the other service').fill(address);
      await page.getByLabel('Pairing code').fill(code);
      await page.getByLabel('Device name').fill(name);
      await button(page, 'Join group').click();
      await page.getByText('Sync target: another service.').waitFor();
      await first.getByText('A device joined with the pairing code').first().waitFor();
    }
    await syncNow(desk, first);
    for (const name of ['laptop', 'phone'])
      await first.getByRole('rowheader', { name: new RegExp(`^${name}`) }).waitFor();
    await first.getByText('Other devices sync with this service.').waitFor();
  });

  it('converge after working offline, and resolve conflicts in the page without losing a word [WEB-SYNC-CONVERGE] [WEB-SYNC-CONFLICT]', async () => {
    const note = (title: string) => desk.service.note({ title, body: 'one\nbeans\nthree\n' });
    const [line, trashedNote, erased] = [await note('Line'), await note('Thrown'), await note('Erased')];
    files = await note('Files');
    for (const tag of ['red', 'blue']) await desk.service.note({ title: tag, tags: [tag] });
    const notebook = async (name: string) => (await desk.service.ask('createNotebook', { name })).notebook_id;
    const [parentNotebook, siblingNotebook] = [await notebook('Attic'), await notebook('Barn')];
    await exchange(desk, laptop, phone);
    const [atDesk, atLaptop, atPhone] = await openAll();

    // The service stops while a user writes there; without it, the others cannot sync.
    await typeIn(atDesk, line, 'beans', word('deskline'));
    desk.watch.expect(UNREACHABLE);
    await desk.service.kill();
    await atDesk.keyboard.type(` ${word('deskaway')}`);
    await writeIn(atLaptop, line, 'beans', word('lapline'));
    await writeIn(atPhone, line, 'beans', word('phoneline'));
    await trash(atLaptop, trashedNote);
    await writeIn(atPhone, trashedNote, 'three', word('phonethrown'));
    await purge(atLaptop, erased);
    await writeIn(atPhone, erased, 'three', word('phoneerased'));
    await moveInto(atLaptop, parentNotebook, 'Attic', 'Barn');
    await moveInto(atPhone, siblingNotebook, 'Barn', 'Attic');
    await renameTag(atLaptop, 'red', 'blue');
    await renameTag(atPhone, 'blue', 'red');
    await attach(atLaptop, files, 'laptop.txt');
    await attach(atPhone, files, 'phone.txt');
    await state(atDesk).getByText('Offline: kept on this device').waitFor();

    await desk.service.start();
    // Simulates a return to the window: the page contacts the service at once.
    await comeBack(atDesk);
    await waitUntilSaved(atDesk);
    await syncNow(laptop, atLaptop);
    await syncNow(phone, atPhone);
    await syncNow(desk, atDesk);
    await exchange(laptop, phone);
    const before = await readCommonView();
    expect(before.conflicts.length).toBeGreaterThan(2);
    for (const web of all) lacksNothing(await readTexts(web));

    await settleAll(laptop, atLaptop);
    await exchange(laptop, desk, phone);
    const after = await readCommonView();
    expect(after.conflicts).toEqual([]);
    lacksNothing(after.notes.map(({ body }) => body).join('\n'));
    const filed = after.notes.find(({ id }) => id === files.id);
    expect(filed?.resources.map(({ filename }) => filename).sort()).toEqual(['laptop.txt', 'phone.txt']);
    expect(after.notes.find(({ id }) => id === trashedNote.id)?.isTrashed).toBe(false);
  });

  it('keep attachments where they are wanted, and show where they are [WEB-SYNC-CONTENT]', async () => {
    const page = await laptop.openPage();
    await attach(page, files, 'new.txt');
    await keep(page, 'new.txt', 'Remove from this device');
    laptop.watch.expect(/409/);
    await dialog(page).getByText('no device that was added before this one has confirmed a copy').waitFor();
    await dialog(page).getByText('Sync this device, then the other one').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await exchange(laptop, desk, desk, laptop);
    await button(dialog(page), 'Apply').click();
    await dialog(page).getByText('The file is not on this device. Other devices have it.').waitFor();
    expect(await dialog(page).getByRole('link', { name: 'Download' }).count()).toBe(0);
    await button(dialog(page), 'Dismiss').click();
    await page.getByRole('tabpanel').getByText('The file is not on this device. Other devices have it.').waitFor();
    await keep(page, 'new.txt', 'Download and always keep');
    await dialog(page).getByText('The file is downloaded with the next sync.').waitFor();
    await exchange(laptop);
    await dialog(page).getByText('The file is on this device.').waitFor();
    await dialog(page).getByRole('link', { name: 'Download' }).waitFor();
  });

  it('fetch a backup from the device they sync with after it permits this [WEB-SYNC-BACKUPS]', async () => {
    const [atDesk, atPhone] = [await desk.openPage('#/sync'), await phone.openPage('#/sync/backups')];
    phone.watch.expect(/403/);
    await button(atPhone, 'Request backup from the other device').click();
    await atPhone.getByText('Allow it to request encrypted copies').waitFor();
    await button(atDesk, 'Details… of phone').click();
    await dialog(atDesk).getByLabel('Allow it to request encrypted copies').click();
    await expect
      .poll(async () => (await readOverview(desk)).peers.find(({ name }) => name === 'phone'))
      .toMatchObject({
        snapshot_permitted: true,
      });
    await button(atPhone, 'Request backup from the other device').click();
    await atPhone.getByText('verified', { exact: true }).waitFor();
    await button(atPhone, /^Inspect bak_/).click();
    await atPhone.getByText('The whole backup was read, and no problems were found.').waitFor();
    expect(await violationsInBothThemes(atPhone)).toEqual([]);
    await go(atDesk, '#/sync/backups');
    await atDesk.getByText('created for phone').waitFor();
  });
});
