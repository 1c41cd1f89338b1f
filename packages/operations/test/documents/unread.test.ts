import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestLibrary } from '../support.js';

const broken = vi.hoisted(() => ({ on: false }));
vi.mock('@notes/markdown-blocks', async (original) => {
  const real = await original<typeof import('@notes/markdown-blocks')>();
  const parseMarkdown = (body: string) => {
    if (broken.on) throw new Error('the parser is broken');
    return real.parseMarkdown(body);
  };
  return { ...real, parseMarkdown };
});
afterEach(() => {
  broken.on = false;
  vi.restoreAllMocks();
});

describe('a note that cannot be understood', () => {
  it('is saved and read, without links, and counted in the status until it can be', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { call } = await openTestLibrary();
    broken.on = true;
    const { id } = await call('createDocument', { title: 'Odd', body: 'see [[Other]]\n\n- [ ] do' });
    expect(warned).toHaveBeenCalled();
    expect((await call('getDocument', { document_id: id })).body).toContain('[[Other]]');
    expect((await call('listDocumentLinks', { document_id: id })).outgoing).toEqual([]);
    expect(await call('getDocumentOutline', { document_id: id })).toEqual({ headings: [], truncated: true });
    expect(await call('getDocumentBlocks', { document_id: id })).toEqual({ blocks: [], truncated: true });
    expect((await call('getStatus', {})).database_info.counts.unparsed_documents).toBe(1);

    broken.on = false;
    await call('appendToDocument', { document_id: id, text: '\n' });
    expect((await call('listDocumentLinks', { document_id: id })).outgoing).toHaveLength(1);
    expect((await call('getStatus', {})).database_info.counts.unparsed_documents).toBe(0);
  });
});
