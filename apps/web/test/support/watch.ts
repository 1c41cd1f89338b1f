import { listRoutes } from '@notes/contract';
import type { BrowserContext, Page, Request } from 'playwright-core';

const ROUND_MS = 25;
const QUIET_ROUNDS = 8;

/** What happened in pages that must not: errors, refusals of the policy, requests it has no business to make. */
export class Watch {
  readonly #faults: string[] = [];
  readonly #expected: RegExp[] = [];
  /** Requests without an answer yet. */
  readonly #pending = new Set<Request>();

  constructor(readonly origin: () => string) {}

  /** A test that brings an error about says which. */
  expect(...faults: readonly RegExp[]): void {
    this.#expected.push(...faults);
  }

  /** What happened since it was last asked and was not expected. */
  take(): string[] {
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

  /** Waits until pages have asked for nothing, and waited for nothing, for a while. */
  async quiet(): Promise<void> {
    for (let rounds = 0; rounds < QUIET_ROUNDS; rounds = this.#pending.size === 0 ? rounds + 1 : 0)
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
  }

  #followPage(page: Page): void {
    page.on('pageerror', (error) => this.#faults.push(`page error: ${error.stack ?? error.message}`));
    page.on('crash', () => this.#faults.push('the page crashed'));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
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

/** The routes of the document, each as a pattern; that the two agree is a test of the server. */
const described = listRoutes().map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
const isDescribed = (method: string, pathname: string) =>
  described.some((route) => route.method === method && route.pattern.test(pathname));
