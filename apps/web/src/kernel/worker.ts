/** Trusted Types policy, needed where the page's policy allows script URLs only from a named policy. */
interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const rules: ScriptUrlPolicy = {
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin !== location.origin)
      throw new TypeError('A worker must come from the origin of the page');
    return url;
  },
};
const policy = trustedTypes?.createPolicy('workers', rules) ?? rules;

/** Starts a worker from the address its bundler returns (`import url from './x.js?worker&url'`). */
export const startWorker = (url: string): Worker => new Worker(policy.createScriptURL(url), { type: 'module' });

/** Registers the service worker of the page, which then applies to all of its addresses. */
export const registerServiceWorker = (url: string): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(policy.createScriptURL(url), { scope: '/', updateViaCache: 'none' });

/**
 * Sends a request to a worker that handles one at a time. Returns undefined when the worker fails or `abortSignal` aborts;
 * the caller must then terminate the worker.
 */
export function ask<Answer>(worker: Worker, request: unknown, abortSignal?: AbortSignal): Promise<Answer | undefined> {
  const done = new AbortController();
  const { signal } = done;
  return new Promise<Answer | undefined>((resolve) => {
    const fail = () => resolve(undefined);
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data), { signal });
    worker.addEventListener('error', fail, { signal });
    abortSignal?.addEventListener('abort', fail, { signal });
    if (abortSignal?.aborted) fail();
    else worker.postMessage(request);
  }).finally(() => done.abort());
}
