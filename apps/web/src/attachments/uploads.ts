import { signal } from '@preact/signals';
import { asRefusal, inWords } from '../api/refusal.js';
import { type Uploaded, upload } from '../api/upload.js';

/** A file on its way to the service. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly sent: number;
  readonly size: number;
  readonly state: 'waiting' | 'sending' | 'stored' | 'failed';
  /** What became of it. */
  readonly outcome: string;
}

/** The files of this page that are on their way, and those that lately were. */
export const uploads = signal<readonly Upload[]>([]);

const SHOWN_MS = 8_000;
let made = 0;

/** Stores files one after the other; gives those that could be stored, in their order. */
export async function uploadFiles(files: readonly File[]): Promise<Uploaded[]> {
  const queued = files.map((file) => ({ file, id: enqueue(file) }));
  const stored: Uploaded[] = [];
  for (const { file, id } of queued) {
    const resource = await send(file, id);
    if (resource !== undefined) stored.push(resource);
  }
  return stored;
}

function enqueue({ name, size }: File): number {
  const id = ++made;
  uploads.value = [...uploads.value, { id, name, size, sent: 0, state: 'waiting', outcome: '' }];
  return id;
}

async function send(file: File, id: number): Promise<Uploaded | undefined> {
  update(id, { state: 'sending' });
  try {
    const resource = await upload(file, (sent) => update(id, { sent }));
    update(id, { state: 'stored', outcome: resource.deduplicated ? 'already stored, linked' : 'stored' });
    setTimeout(() => forget(id), SHOWN_MS);
    return resource;
  } catch (error) {
    update(id, { state: 'failed', outcome: inWords(asRefusal(error)) });
    return undefined;
  }
}

function update(id: number, change: Partial<Upload>): void {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...change } : one));
}

/** Takes a file off the list. */
export function forget(id: number): void {
  uploads.value = uploads.value.filter((one) => one.id !== id);
}
