import type { Page } from 'playwright-core';

/** Holds the requests of a page for addresses that match a glob. Returns a function that lets them go on. */
export async function holdRequests(page: Page, addresses: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
