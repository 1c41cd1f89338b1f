import { enableCompileCache as enable } from '@notes/operations/config';

let isEnabled = false;

/** Enables the cache of compiled code for the modules that are loaded from now on. May be called again. */
export function enableCompileCache(): void {
  if (!isEnabled) enable(process.env);
  isEnabled = true;
}
