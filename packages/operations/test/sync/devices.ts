import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join as pathOf } from 'node:path';
import { SyncKeyStore } from '@notes/storage';
import { type OpenedLibrary, openTestLibrary, temporaryFolder, uploadBytes } from '../support.js';
import { describeLibrary } from './exchange.js';

/** A data directory that is opened for each command, as on the command line. */
export class Folder {
  readonly path: string;
  readonly #set: readonly string[];

  constructor(path: string, share: string) {
    this.path = path;
    this.#set = ['sync.target=directory', `sync.directory.path=${share}`];
  }

  async open<Answer>(work: (opened: OpenedLibrary) => Promise<Answer> | Answer): Promise<Answer> {
    const opened = await openTestLibrary(this.path, this.#set);
    try {
      return await work(opened);
    } finally {
      opened.library.store.close();
    }
  }

  call: OpenedLibrary['call'] = (name, input) => this.open(({ call }) => call(name, input));
  run = () => this.call('runSync', {});
  overview = () => this.call('getSyncOverview', {});
  note = (title: string, body: string) => this.call('createDocument', { title, body });
  attach = (filename: string, bytes: string) => this.open((opened) => uploadBytes(opened, bytes, { filename }));

  /** Returns the visible state and all texts ever written: of notes, of their conflicts and of their revisions. */
  library = () => this.open((opened) => describeLibrary(opened));
  words(): Promise<string> {
    return this.open(async ({ call, library }) => {
      const { notes } = describeLibrary({ call, library } as OpenedLibrary);
      const texts: string[] = [];
      for (const document_id of Object.keys(notes)) {
        const { revisions } = await call('listRevisions', { document_id });
        for (const { revision_id } of revisions)
          texts.push((await call('getRevision', { document_id, revision_id })).body);
      }
      return texts.join('\n');
    });
  }

  append = (document_id: string, line: string) => this.#edit(document_id, (body) => `${body}${line}\n`);
  write = (document_id: string, body: string) => this.#edit(document_id, () => body);

  async #edit(document_id: string, edited: (body: string) => string): Promise<void> {
    await this.open(async ({ call }) => {
      const { body, title, current_revision_id: base_revision_id } = await call('getDocument', { document_id });
      await call('replaceDocument', { document_id, base_revision_id, title, body: edited(body) });
    });
  }

  copy(name: string): Folder {
    const path = pathOf(this.path, '..', name);
    cpSync(this.path, path, { recursive: true });
    return new Folder(path, this.share);
  }

  /** Copies the sync state that is stored beside this library to another library. */
  moveKeysTo(other: Folder): void {
    cpSync(pathOf(this.path, 'keys'), pathOf(other.path, 'keys'), { recursive: true });
  }

  /** Replaces the data directory by a copy. */
  restore(copy: Folder): void {
    rmSync(this.path, { recursive: true });
    cpSync(copy.path, this.path, { recursive: true });
  }

  get share(): string {
    return (this.#set[1] as string).slice('sync.directory.path='.length);
  }
}

/** Creates a sync folder, and two devices that have exchanged there. */
export async function pairedFolders() {
  const root = temporaryFolder();
  const share = pathOf(root, 'share');
  mkdirSync(share);
  const device = (name: string) => new Folder(pathOf(root, name), share);
  const [first, second] = [device('first'), device('second')];
  const { recovery_code } = await first.call('initializeSync', { name: 'laptop' });
  const join = (who: Folder) => letIn(first, who);
  await join(second);
  await meet(second, first);
  return { share, device, first, second, letIn: join, recovery_code };
}

/** Admits another device by an invitation. */
export async function letIn(inviter: Folder, who: Folder, local_library: 'refuse' | 'merge' = 'refuse'): Promise<void> {
  const { invitations } = await inviter.call('manageInvitations', {});
  const asked = { code: invitations.at(-1)?.code ?? '', name: 'phone', local_library };
  await who.call('pairDevice', asked);
  await inviter.run();
  const { state } = await who.call('pairDevice', asked);
  if (state !== 'joined') throw new Error(`the device is ${state}`);
}

/** Returns the numbers of the group keys that a device has. */
export function listEpochs({ path }: Folder): number[] {
  const store = new SyncKeyStore(path);
  const numbers = store.epochs.all().map(({ number }) => number);
  store.close();
  return numbers;
}

export async function meet(...devices: readonly Folder[]): Promise<void> {
  for (const device of devices) await device.run();
}

/** Prunes the log of a device, after both have verified a checkpoint. */
export async function compact(first: Folder, second: Folder): Promise<void> {
  await first.call('runSync', { kind: 'snapshot' });
  await meet(second, first, second);
  const { confirmation } = await first.call('applySyncRetention', { dry_run: true });
  if (confirmation === null) throw new Error('the device has nothing to prune');
  await first.call('applySyncRetention', { confirmation });
}

/**
 * Creates a note with a first text on the second device, and replaces the text before the next sync, which squashes both
 * edits. The first device edits the note on, and prunes the edits.
 *
 * @returns the id of the note, and a copy of the second device from before the sync
 */
export async function squashAndCompact(first: Folder, second: Folder, text: string) {
  const { id } = await second.note('A', text);
  await second.write(id, 'two\n');
  const copy = second.copy('copy');
  await meet(second, first);
  await first.write(id, 'three\n');
  await meet(first, second);
  await compact(first, second);
  return { id, copy };
}
