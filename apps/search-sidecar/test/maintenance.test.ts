import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import { describe, expect, it } from 'vitest';
import { NOTES_TABLE } from '../src/library/note-table.js';
import { LIBRARY, useLibrary } from './opened-library.js';

describe('The table of notes', () => {
  const library = useLibrary();

  it('has the ids of nearly all batches in its index, however many there were', async () => {
    const index = await library.open();
    const batches = 40;
    for (let number = 0; number < batches; number += 1) {
      const upserts = [{ id: `note_${number}`, version: 'v1', title: `Note ${number}`, body: 'A text' }];
      await index.apply({ from: number, to: number + 1, upserts, deletes: [] });
    }
    await library.close();
    const database = await connect(join(library.folder, LIBRARY));
    const table = await database.openTable(NOTES_TABLE);
    const indexes = await table.listIndices();
    const stats = await table.indexStats(indexes[0]?.name ?? '');
    expect(stats?.numIndexedRows).toBeGreaterThanOrEqual(batches - 16);
    expect(await table.countRows()).toBe(batches + 1);
    expect(library.logged).toEqual([]);
    table.close();
    database.close();
  });
});
