import type { CDPSession, Page } from 'playwright-core';
import type { Web } from '../test/support/web.js';
import type { Time } from './figures.js';
import { renderedNote } from './long-note.js';

const NOTES = 500;
/** Notes opened before the heap is measured first, so that what is loaded once is there. */
const WARM = 20;
const NOTE_SIZE = 10_000;
const MIB = 1024 * 1024;
const MAX_GROWTH = 1.5;

/** Live objects of a page after a collection of garbage. */
interface Live {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Elements of editors, also detached ones. */
  readonly editors: number;
}

/** Opens many notes one after the other, in turns in the editor, the reading view, and at the side. */
export async function heapAfterNotes(web: Web): Promise<Time[]> {
  const image = await web.service.store(
    'plan.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>',
  );
  const ids: string[] = [];
  for (let index = 0; index < NOTES; index += 1)
    ids.push((await web.service.note({ title: `Opened ${index}`, body: renderedNote(NOTE_SIZE, image) })).id);
  const page = await web.openPage('#/');
  const session = await page.context().newCDPSession(page);
  const open = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) await openNote(page, ids, index);
    await web.watch.waitUntilIdle();
  };
  await open(0, WARM);
  const before = await countLive(session);
  await open(WARM, NOTES);
  const after = await countLive(session);
  const growth = after.heapBytes / before.heapBytes;
  return [
    { label: `heap after ${WARM} notes`, value: before.heapBytes / MIB, unit: 'MiB', limit: 'none' },
    { label: `heap after ${NOTES} notes`, value: after.heapBytes / MIB, unit: 'MiB', limit: '150' },
    { label: 'heap, growth', value: growth, unit: 'times', limit: `${MAX_GROWTH}` },
    {
      label: 'DOM nodes, growth',
      value: after.nodes / before.nodes,
      unit: `times ${before.nodes}`,
      limit: `${MAX_GROWTH}`,
    },
    {
      label: 'event listeners, growth',
      value: after.listeners / before.listeners,
      unit: `times ${before.listeners}`,
      limit: `${MAX_GROWTH}`,
    },
    { label: 'editors alive', value: after.editors, unit: '', limit: `${before.editors}, as before` },
  ];
}

/** Opens a note in one of the ways: written, read, or at the side of another. */
async function openNote(page: Page, ids: readonly string[], index: number): Promise<void> {
  const id = ids[index] as string;
  const side = ids[(index * 7) % ids.length] as string;
  const ways = ['?mode=live', '?mode=read', `?mode=live&side=${side}&side-mode=read`, '?mode=split'];
  await page.evaluate((to) => location.assign(to), `#/n/${id}${ways[index % ways.length]}`);
  await page.waitForFunction(
    (title) => document.querySelector<HTMLInputElement>('.main-pane .title-field')?.value === title,
    `Opened ${index}`,
  );
  await page.locator('.main-pane :is(.cm-block-table, article.prose table)').first().waitFor();
  if (index % 10 === 0) {
    const text = page.locator('.main-pane .cm-line', { hasText: 'Paragraph of day' }).first();
    if (await text.isVisible()) {
      await text.click();
      await page.keyboard.type('typed ');
    }
  }
}

async function countLive(session: CDPSession): Promise<Live> {
  for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heapBytes: usedSize, nodes, listeners: jsEventListeners, editors: await countEditors(session) };
}

/** Counts the elements of editors that are still referenced. */
async function countEditors(session: CDPSession): Promise<number> {
  const { result: prototype } = await session.send('Runtime.evaluate', { expression: 'HTMLDivElement.prototype' });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId as string });
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId as string,
    functionDeclaration: "function () { return this.filter((one) => one.classList.contains('cm-editor')).length; }",
    returnByValue: true,
  });
  await session.send('Runtime.releaseObject', { objectId: objects.objectId as string });
  return result.value as number;
}
