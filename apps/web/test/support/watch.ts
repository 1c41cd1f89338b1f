import { listRoutes } from '@notes/contract';
import type { BrowserContext, Page, Request } from 'playwright-core';

const ROUND_MS = 25;
const QUIET_ROUNDS = 8;

/**
 * Console errors of reads that arrive while their note moves to Trash. The service answers `not_found`, which the page
 * handles; the browser logs every such answer.
 */
export const TRASHED_MEANWHILE = /status of 404 \(Not Found\) \(\S+\/api\/v1\/(?:links\/check|documents\/\w+\/\w+)\)$/;

/** Message of tests without a service worker. */
const WITHOUT_WORKER = 'Service Worker registration blocked by Playwright';

/** Records faults in pages: errors, policy violations, and requests that are not allowed. */
export class Watch {
  readonly #faults: string[] = [];
  readonly #expected: RegExp[] = [];
  /** Requests without a response yet. */
  readonly #pending = new Set<Request>();

  constructor(readonly origin: () => string) {}

  /** Declares faults that a test causes on purpose. */
  expect(...faults: readonly RegExp[]): void {
    this.#expected.push(...faults);
  }

  /** Returns and clears the unexpected faults so far. */
  takeProblems(): string[] {
    const expected = this.#expected.splice(0);
    return this.#faults.splice(0).filter((fault) => !expected.some((pattern) => pattern.test(fault)));
  }

  async follow(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`policy: ${violatedDirective} ${blockedURI}`),
      );
    });
    context.on('page', (page) => this.#followPage(page));
    context.on('request', (request) => {
      this.#pending.add(request);
      this.#judge(request.method(), request.url());
    });
    context.on('requestfinished', (request) => this.#pending.delete(request));
    context.on('requestfailed', (request) => this.#pending.delete(request));
    context.on('close', () => this.#pending.clear());
  }

  /** Waits until pages have had no pending requests for a while. */
  async waitUntilIdle(): Promise<void> {
    for (let rounds = 0; rounds < QUIET_ROUNDS; rounds = this.#pending.size === 0 ? rounds + 1 : 0)
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
  }

  #followPage(page: Page): void {
    page.on('pageerror', (error) => this.#faults.push(`page error: ${error.stack ?? error.message}`));
    page.on('crash', () => this.#faults.push('the page crashed'));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && message.text() !== WITHOUT_WORKER)
        this.#faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
  }

  #judge(method: string, url: string): void {
    const { origin, pathname, protocol } = new URL(url);
    if (protocol === 'data:' || protocol === 'blob:') return;
    if (origin !== this.origin()) this.#faults.push(`request to another origin: ${url}`);
    else if (!pathname.startsWith('/assets/') && !isDescribed(method, pathname))
      this.#faults.push(`request that is not in the OpenAPI document: ${method} ${pathname}`);
  }
}

/** Routes of the API description as patterns; a test of the server checks that both agree. */
const described = listRoutes().map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
const isDescribed = (method: string, pathname: string) =>
  described.some((route) => route.method === method && route.pattern.test(pathname));
