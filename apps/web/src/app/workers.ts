/** What browsers have of Trusted Types, of which TypeScript knows nothing yet. */
interface ScriptPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptPolicies };
const policy = trustedTypes?.createPolicy('notes-workers', { createScriptURL: ownScript });

/** A worker of a script of this page; the page’s policy lets no other string become a script. */
export const startWorker = (url: string): Worker =>
  new Worker(policy?.createScriptURL(url) ?? ownScript(url), { type: 'module' });

function ownScript(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('not a script of this page');
  return url;
}
