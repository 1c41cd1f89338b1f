import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { beginGroup, button, exchange, shownCode } from './support/devices.js';
import { objectionsTo } from './support/terminal.js';
import { useWeb, type Web } from './support/web.js';

const folder = mkdtempSync(join(tmpdir(), 'notes-web-sync-'));
/** Devices that sync only on request. */
const settings = ['sync.target=directory', `sync.directory.path=${folder}`, 'sync.interval_seconds=0'];
/** Two services that share a folder. */
const laptop = useWeb(settings);
const phone = useWeb(settings);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const commands = new Set<string>();
/** Recovery code, shown when the group was created. */
let recovery = '';
/** Checks a page with axe, and records the commands it shows. */
async function look(page: Page): Promise<string[]> {
  for (const command of await page.locator('.terminal code').allTextContents()) commands.add(command);
  return violationsInBothThemes(page);
}

describe('two devices', () => {
  it('become a group in the page, with codes that are shown once [WEB-SYNC-SETUP]', async () => {
    const first = await laptop.openPage('#/sync');
    await first.getByLabel('Device name').waitFor();
    expect(await look(first)).toEqual([]);
    recovery = await beginGroup(first, 'laptop');
    expect(recovery.replaceAll('-', '')).toMatch(/^[0-9A-Z]{56}$/);
    expect(await first.content()).not.toContain(recovery);

    await first.getByRole('link', { name: 'Add a device' }).first().click();
    await button(first, 'Create pairing code').click();
    await first.getByRole('timer').waitFor();
    const code = await shownCode(first);
    expect(await look(first)).toEqual([]);

    const second = await phone.openPage('#/sync');
    await second.getByRole('tab', { name: 'Join a group' }).click();
    await second.getByLabel('Device name').fill('phone');
    await second.getByLabel('Pairing code').fill(code);
    await button(second, 'Join group').click();
    await second.getByText('Waiting to be admitted.').waitFor();
    await exchange(laptop);
    await second.getByRole('rowheader', { name: /^laptop/ }).waitFor();
    await first.reload();
    await first.getByRole('cell', { name: 'used' }).waitFor();
    expect(await first.content()).not.toContain(code);
  });

  it('resolve a conflict in the page, and are equal afterwards [WEB-SYNC-CONFLICT] [WEB-A5]', async () => {
    const note = await laptop.service.note({ title: 'Garden', body: 'one\nbeans\nthree\n' });
    await exchange(laptop, phone);
    const write = async (web: Web, search: string, replace: string) => {
      const { id: document_id, current_revision_id: base_revision_id } = await web.service.read(note.id);
      await web.service.ask('editDocument', { document_id, base_revision_id, edits: [{ search, replace }] });
    };
    await write(laptop, 'beans', 'beans in May');
    await write(phone, 'beans', 'beans in June');
    await exchange(laptop, phone, laptop);

    const page = await laptop.openPage(`#/n/${note.id}`);
    await page.getByRole('link', { name: 'Resolve conflict' }).click();
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    expect(await look(page)).toEqual([]);
    expect(await page.locator('.hunk pre').allTextContents()).toEqual(['beans\n', 'beans in May\n', 'beans in June\n']);
    await button(page, 'Both').click();
    // Changes the note elsewhere meanwhile.
    await write(laptop, 'three', 'three\nfour');
    laptop.watch.expect(/409/);
    await button(page, 'Save result').click();
    await page.getByText('Review it again').waitFor();
    await page.getByText('All conflicts are resolved.').waitFor();
    await button(page, 'Save result').click();
    await page.getByText('No open conflicts.').waitFor();
    expect(await look(page)).toEqual([]);
    await button(page, 'Preview sync').click();
    await page
      .getByRole('region', { name: 'What a sync would transfer now' })
      .getByText(/^\d+ changes/)
      .first()
      .waitFor();
    await button(page, 'Sync now').click();
    await expect.poll(async () => (await laptop.service.ask('getSyncOverview', {})).pending.ops).toBe(0);
    await exchange(phone);
    const [here, there] = await Promise.all(
      [laptop, phone].map(async ({ service }) => (await service.read(note.id)).body),
    );
    expect(here).toBe('one\nbeans in May\nbeans in June\nthree\nfour\n');
    expect(there).toBe(here);
  });

  it('create backups and show their contents [WEB-SYNC-BACKUPS]', async () => {
    const page = await laptop.openPage('#/sync/backups');
    await button(page, 'Create backup').click();
    await button(page, /^Inspect/).click();
    await page.getByText('The whole backup was read, and no problems were found.').waitFor();
    expect(await look(page)).toEqual([]);
  });

  it('show which sync data can be compacted, and the devices that delay it [WEB-SYNC-RETENTION]', async () => {
    const page = await laptop.openPage('#/sync/retention');
    await page.getByText('Changes in the log').waitFor();
    expect(await look(page)).toEqual([]);
    expect(commands).toContain('notes sync retention apply');
  });

  it('check the recovery code, and retire a device only with the exact phrase [WEB-SYNC-RETIRE]', async () => {
    const page = await laptop.openPage('#/sync/recovery');
    await page.getByLabel('Recovery code').fill(recovery);
    await button(page, 'Check code').click();
    await page.getByText('The code is valid').waitFor();
    expect(await look(page)).toEqual([]);

    await page.getByRole('link', { name: 'Overview' }).click();
    await button(page, 'Details… of phone').click();
    expect(await look(page)).toEqual([]);
    await button(page, 'Retire…').click();
    const phrase = (await page.locator('label code').textContent()) ?? '';
    expect(phrase).toMatch(/^retire-peer:rep_\w{26}$/);
    expect(await look(page)).toEqual([]);
    const typed = page.getByRole('dialog').getByRole('textbox');
    await typed.fill(`${phrase} `);
    expect(await button(page, 'Retire device').isDisabled()).toBe(true);
    await typed.fill(phrase);
    await button(page, 'Retire device').click();
    await page.getByText('1 retired device').waitFor();
    expect((await laptop.service.ask('getSyncOverview', {})).peers).toMatchObject([
      { name: 'phone', status: 'retired' },
    ]);
  });

  it('show only commands of the command line [WEB-F3]', () => {
    expect(commands.size).toBeGreaterThan(4);
    expect([...commands].flatMap((command) => objectionsTo(command))).toEqual([]);
  });
});
