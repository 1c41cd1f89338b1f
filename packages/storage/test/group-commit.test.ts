import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UnitOfWork } from '../src/index.js';
import { openSqlite } from '../src/library/driver.js';
import { addNote, explainMissing, openIn, start, temporaryDirectory } from './support.js';

const ids = (dataDir: string) => {
  const other = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
  const found = other.prepare('SELECT id FROM documents ORDER BY pk').pluck().all();
  other.close();
  return found;
};

describe('a write', () => {
  it('resolves only when another connection can read it', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const writes = ['doc_a', 'doc_b', 'doc_c'].map(async (id) => {
      await store.write((unit) => addNote(unit, { id }));
      expect(ids(dataDir)).toContain(id);
    });
    expect(ids(dataDir)).toEqual([]);
    await Promise.all(writes);
  });

  it('that throws does not undo other writes of its commit', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        store.write((unit) => {
          addNote(unit, { id: `doc_${n}` });
          if (n % 3 === 0) throw new RangeError(`not ${n}`);
          return n;
        }),
      ),
    );
    outcomes.forEach((outcome, n) => {
      if (n % 3 === 0) expect(outcome).toMatchObject({ status: 'rejected', reason: new RangeError(`not ${n}`) });
      else expect(outcome).toEqual({ status: 'fulfilled', value: n });
    });
    const kept = Array.from({ length: 20 }, (_, n) => n).filter((n) => n % 3 !== 0);
    expect(ids(dataDir)).toEqual(kept.map((n) => `doc_${n}`));
    expect(
      store.read(({ journal }) => journal.since(0, 100)).filter(({ entity }) => entity === 'document'),
    ).toHaveLength(kept.length);
  });

  it('that throws alone undoes its changes and effects, and a write that waits meanwhile succeeds', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const effects: string[] = [];
    let waiting: Promise<unknown> | undefined;
    const failing = store.write((unit) => {
      addNote(unit, { id: 'doc_a' });
      unit.afterCommit(() => effects.push('a'));
      waiting = store.write((next) => {
        addNote(next, { id: 'doc_b' });
        next.afterCommit(() => effects.push('b'));
      });
      throw new RangeError('not a');
    });
    await expect(failing).rejects.toThrow(new RangeError('not a'));
    await waiting;
    expect([ids(dataDir), effects]).toEqual([['doc_b'], ['b']]);
    expect(store.failure).toBeUndefined();
  });

  it('is rejected and undone when its callback returns a promise', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const write = store.write(async (unit) => addNote(unit, { id: 'doc_a' }));
    await expect(write).rejects.toThrow(/synchronous/);
    expect(() => store.read(async () => 1)).toThrow(/synchronous/);
    expect(ids(dataDir)).toEqual([]);
    await store.write((unit) => addNote(unit, { id: 'doc_b' }));
    expect(ids(dataDir)).toEqual(['doc_b']);
  });

  it('sees earlier writes of its group, and a read within it sees its own changes', async () => {
    const store = openIn(temporaryDirectory());
    await Promise.all([
      store.write((unit) => addNote(unit, { id: 'doc_a' })),
      store.write((unit) => {
        expect(unit.documents.get('doc_a')?.id).toBe('doc_a');
        addNote(unit, { id: 'doc_b' });
        expect(store.read(({ documents }) => documents.get('doc_b')?.id)).toBe('doc_b');
      }),
    ]);
    expect(store.read((reader) => store.read(() => reader.documents.counts().active))).toBe(2);
  });

  it('is rejected with closed after closing, and queued writes are finished by closing', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const queued = store.write((unit) => addNote(unit, { id: 'doc_queued' }));
    store.close();
    await expect(queued).resolves.toBe(1);
    await expect(store.write(() => 1)).rejects.toMatchObject({ reason: 'closed' });
    expect(ids(dataDir)).toEqual(['doc_queued']);
  });

  it('is rejected with newer after another program changed the schema', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const other = openSqlite(join(dataDir, 'notes.db'));
    other.pragma(`user_version = ${store.schemaVersion + 1}`);
    other.close();
    await expect(store.write((unit) => addNote(unit, { id: 'doc_a' }))).rejects.toMatchObject({ reason: 'newer' });
    expect(ids(dataDir)).toEqual([]);
  });
});

describe('a rehearsal', () => {
  it('returns its result and leaves no row, effect or journal entry', async () => {
    const store = openIn(temporaryDirectory());
    const before = store.read(({ journal }) => journal.last());
    const effects: string[] = [];
    const seen = await store.write((unit) => {
      const counted = unit.rehearse(() => {
        addNote(unit, { id: 'doc_a', body: 'rehearsed' });
        unit.afterCommit(() => effects.push('rehearsed'));
        return unit.documents.counts().active;
      });
      unit.afterCommit(() => effects.push('real'));
      return [counted, unit.documents.counts().active];
    });
    expect(seen).toEqual([1, 0]);
    expect(effects).toEqual(['real']);
    expect(store.read(({ journal }) => journal.last())).toBe(before);
  });

  it('undoes only its own changes when it contains other rehearsals', async () => {
    const store = openIn(temporaryDirectory());
    const count = (unit: UnitOfWork) => unit.documents.counts().active;
    const seen = await store.write((unit) => {
      addNote(unit, { id: 'doc_1' });
      const inner = unit.rehearse(() => {
        addNote(unit, { id: 'doc_2' });
        const deepest = unit.rehearse(() => {
          addNote(unit, { id: 'doc_3' });
          return count(unit);
        });
        expect(() =>
          unit.rehearse(() => {
            addNote(unit, { id: 'doc_4' });
            throw new Error('inner');
          }),
        ).toThrow('inner');
        return [deepest, count(unit)];
      });
      return [...inner, count(unit)];
    });
    expect(seen).toEqual([3, 2, 1]);
    expect(store.read(({ documents }) => documents.counts().active)).toBe(1);
  });
});

describe('an effect', () => {
  it('runs in order once its write is on disk, and not for a failed write', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const effects: unknown[] = [];
    await Promise.allSettled([
      store.write((unit) => {
        unit.afterCommit(() => effects.push(ids(dataDir)));
        addNote(unit, { id: 'doc_a' });
      }),
      store.write((unit) => {
        unit.afterCommit(() => effects.push('of a failed write'));
        throw new Error('no');
      }),
      store.write((unit) => unit.afterCommit(() => effects.push('last'))),
    ]);
    expect(effects).toEqual([['doc_a'], 'last']);
  });

  it('that throws is passed to onError like a listener that throws, and every write still resolves', async () => {
    const errors: unknown[] = [];
    const heard: number[] = [];
    const store = openIn(temporaryDirectory(), { onError: (error) => errors.push(error) });
    store.subscribe(() => {
      throw new Error('listener');
    });
    store.subscribe((seq) => heard.push(seq));
    const values = await Promise.all([
      store.write((unit) => {
        unit.afterCommit(() => {
          throw new Error('effect');
        });
        return 1;
      }),
      store.write((unit) => addNote(unit, { id: 'doc_a' })),
    ]);
    expect(values).toEqual([1, 1]);
    expect(errors).toEqual([new Error('effect'), new Error('listener')]);
    expect(heard).toEqual([store.read(({ journal }) => journal.last())]);
  });

  it('can request another write', async () => {
    const store = openIn(temporaryDirectory());
    const second = await new Promise((resolve) => {
      void store.write((unit) => unit.afterCommit(() => resolve(store.write((u) => addNote(u, { id: 'doc_b' })))));
    });
    expect(second).toBe(1);
  });
});

describe('commits', () => {
  const strace = explainMissing('strace', '-e', 'trace=none', 'true');

  it('are shared by concurrent writes, and each is synced', async ({ skip }) => {
    if (strace !== undefined) skip(strace);
    const syncs = async (manner: string, count: number) => {
      const dataDir = temporaryDirectory();
      openIn(dataDir).close();
      const log = join(dataDir, 'trace.log');
      const wal = join(dataDir, 'notes.db-wal');
      const under = ['strace', '-f', '-qq', '-y', '-o', log, '-e', 'trace=fsync,fdatasync'];
      const child = start('write.mjs', [dataDir, manner, count], under);
      await child.line();
      child.process.stdin?.end('go\n');
      expect(await child.end()).toBe(0);
      return readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes(wal)).length;
    };
    expect(await syncs('one-by-one', 40)).toBeGreaterThanOrEqual(40);
    // A commit is shared for some milliseconds, so a busy machine fits fewer writes in: 31 syncs were seen, usual are 10.
    expect(await syncs('at-once', 400)).toBeLessThan(200);
  });
});
