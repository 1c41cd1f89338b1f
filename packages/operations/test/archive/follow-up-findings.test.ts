import { describe, expect, it } from 'vitest';
import { copySource, place, restore, wholeSource } from './hostile.js';

describe('a restore', () => {
  it('reports a refused notebook once, and not each note, revision and tag below it', async () => {
    const source = copySource(await wholeSource());
    const { notebooks, documents } = source.records;
    const notebook = notebooks.find(({ id }) => documents.some(({ notebook_id }) => notebook_id === id));
    if (notebook === undefined) throw new Error('The archive has no notebook with notes');
    notebook.name = 'Work/Plans';
    const { restored, report } = await restore(place(source));
    expect(restored).toBe(false);
    expect(report.problems).toMatchObject([{ code: 'archive_record_invalid', path: ['notebooks', notebook.id] }]);
    expect(report.problem_count).toBe(1);
  });

  it('still reports a reference to a record that the archive lacks', async () => {
    const source = copySource(await wholeSource());
    const [{ id, notebook_id } = { id: '', notebook_id: '' }] = source.records.documents;
    source.records.notebooks = source.records.notebooks.filter((notebook) => notebook.id !== notebook_id);
    const { report } = await restore(place(source));
    expect(report.problems).toContainEqual(
      expect.objectContaining({ code: 'archive_reference_broken', path: ['documents', id] }),
    );
  });
});
