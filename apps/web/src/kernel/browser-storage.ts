type StorageArea = 'localStorage' | 'sessionStorage';

/** Values the browser refused to store, by area and key. They last until the page is closed. */
const sessionValues = new Map<string, string>();

/** Returns the value stored under a key; null when there is none or the browser blocks storage. */
export function readStored(area: StorageArea, key: string): string | null {
  const sessionValue = sessionValues.get(`${area} ${key}`);
  if (sessionValue !== undefined) return sessionValue;
  try {
    return globalThis[area].getItem(key);
  } catch {
    // A browser that blocks site data throws; a worker and Node.js have no storage.
    return null;
  }
}

/** Stores a value under a key. If the browser refuses, the value lasts until the page is closed. */
export function writeStored(area: StorageArea, key: string, value: string): void {
  try {
    globalThis[area].setItem(key, value);
    sessionValues.delete(`${area} ${key}`);
  } catch {
    sessionValues.set(`${area} ${key}`, value);
  }
}
