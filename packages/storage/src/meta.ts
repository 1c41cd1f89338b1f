import { eq } from 'drizzle-orm';
import { meta } from './schema.js';
import type { Handle } from './statements.js';

/** Facts about the library itself. */
export type MetaKey = 'database_id' | 'replica_id' | 'cursor_key' | 'help_digest';

export class MetaReader {
  protected readonly handle: Handle;

  constructor(handle: Handle) {
    this.handle = handle;
  }

  get(key: MetaKey): string | undefined {
    return this.handle.orm.select({ value: meta.value }).from(meta).where(eq(meta.key, key)).get()?.value;
  }
}

export class MetaWriter extends MetaReader {
  set(key: MetaKey, value: string): void {
    this.handle.orm.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run();
  }
}
