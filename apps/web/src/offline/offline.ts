import { computed, effect } from '@preact/signals';
import { call } from '../api/client.js';
import { libraryVersion, online } from '../kernel/connection.js';
import { settings } from '../kernel/settings.js';
import { registerServiceWorker } from '../kernel/worker.js';
import { listCopies, removeAllCopies, removeCopies } from './note-copies.js';

/** Prefix of the caches of the service worker. */
const CACHES = 'notes-page ';

/**
 * Lets the page open without the service, as the settings of this browser want it: registers the service worker, and
 * keeps the copies of notes in step with the library. Off, it removes both.
 */
export function followOfflineSetting(): void {
  const isOn = computed(() => settings.value.offline);
  effect(() => {
    if (isOn.value) void register();
    else void Promise.all([unregister(), removeAllCopies()]);
  });
  effect(() => {
    const version = libraryVersion.value;
    if (version > 0 && online.peek()) void removeOutdatedCopies();
  });
}

/** Registers the worker of this build. A page that names none removes every other. */
async function register(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const address = document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content;
  if (address === undefined) await unregister();
  // A worker that cannot be installed leaves the page as it is.
  else await registerServiceWorker(address).catch(() => undefined);
}

async function unregister(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHES)).map((name) => caches.delete(name)));
}

/** Removes the copies of notes that are in Trash, or no longer in the library. */
async function removeOutdatedCopies(): Promise<void> {
  const ids = (await listCopies()).map(({ key }) => key);
  if (ids.length === 0) return;
  const query = ids.map((id) => `id:${id}`).join(' OR ');
  const answer = await call('searchDocuments', { query, limit: ids.length }).catch(() => undefined);
  if (answer === undefined) return;
  const present = new Set(answer.results.map(({ document_id }) => document_id));
  await removeCopies(ids.filter((id) => !present.has(id)));
}
