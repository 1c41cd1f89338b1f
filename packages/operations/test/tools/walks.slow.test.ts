import type { ToolName } from '@notes/contract/tools';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolLibrary, type ToolLibrary, toAsyncBytes } from './support.js';

const TEXTS = {
  empty: '',
  'no end': 'last line',
  cjk: '見出し\n本文です。\n'.repeat(40),
  'joined emoji': '👩‍👩‍👧‍👦🏳️‍🌈 🇩🇪👍🏽\n'.repeat(40),
  'line ends of Windows': 'a\r\n\r\nzwei\r\n'.repeat(40),
  'one long line': '長い行é🎈'.repeat(300_000 / 15),
  'marks of direction and joining': '\u202eabc\u200d\u0301\n\ufeff\n'.repeat(20),
  'newlines only': '\n'.repeat(300),
} as const;

let opened: ToolLibrary;
let document_id: string;
beforeAll(async () => {
  opened = await openToolLibrary();
  document_id = (await opened.own('createDocument', { title: 'x' })).id;
});
afterAll(() => opened.close());

/** Returns the library with another limit of text. */
const limitBytes = (bytes: number) => ({
  library: { ...opened.library, config: { ...opened.library.config, 'mcp.max_document_bytes': bytes } },
});

async function store(body: string): Promise<void> {
  const { current_revision_id: base_revision_id } = await opened.own('getDocument', { document_id });
  await opened.own('replaceDocument', { document_id, base_revision_id, title: 'x', body });
}

interface Piece {
  readonly text: string;
  readonly truncated: boolean;
  readonly next_line?: number;
  readonly next_offset?: number;
}

/** Reads a note piece by piece, the first piece with `first`. Returns all pieces. */
async function read(limit: number, first: ToolName): Promise<Piece[]> {
  const given = limitBytes(limit);
  const note = await opened.tool(
    first,
    first === 'get_documents' ? { document_ids: [document_id] } : { document_id },
    given,
  );
  const head = (first === 'get_documents' ? (note.documents as object[])[0] : note) as Piece & { body?: string };
  const pieces: Piece[] = [{ ...head, text: head.body ?? head.text }];
  for (let piece = pieces[0] as Piece; piece.truncated; pieces.push(piece)) {
    const { next_line: start, next_offset: offset = 0 } = piece;
    piece = (await opened.tool('get_note_line_range', { document_id, start, offset }, given)) as unknown as Piece;
  }
  return pieces;
}

/** Expects every piece but the last of a text to be full or to end at a line end, and none to exceed the limit. */
function expectExact(pieces: readonly Piece[], body: string, limit: number): void {
  expect(pieces.map(({ text }) => text).join('')).toBe(body);
  for (const { text, truncated, next_offset } of pieces) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
    expect(text.isWellFormed()).toBe(true);
    expect(truncated && next_offset === undefined && text !== '' ? text.at(-1) : '\n').toBe('\n');
  }
}

describe('Reading a note in pieces returns its text [N-MCP-TOOL-WALK]', () => {
  const reads = ['get_document', 'get_documents', 'get_note_line_range'] as const;

  it.each(Object.entries(TEXTS))('%s', async (_, body) => {
    await store(body);
    for (const first of reads)
      for (const limit of [4, 5, 7, 64, 4_000, 65_536].filter((limit) => body.length / limit < 100))
        expectExact(await read(limit, first), body, limit);
  });

  it('for any text and limit', async () => {
    const sign = fc.constantFrom('a', 'é', '漢', '🎈', '\n', '\r\n', '\r', '\u200d', '\u0301', '\ufeff');
    const text = fc.array(sign, { maxLength: 40 }).map((signs) => signs.join(''));
    const walk = async (body: string, limit: number, first: (typeof reads)[number]) => {
      await store(body);
      expectExact(await read(limit, first), body, limit);
    };
    await fc.assert(fc.asyncProperty(text, fc.integer({ min: 4, max: 30 }), fc.constantFrom(...reads), walk), {
      ...{ seed: 6, numRuns: samples(50) },
    });
  });

  it('for several notes that share the limit, each continued where it was cut', async () => {
    const bodies = ['漢字\n'.repeat(5), '', 'a\nb\n', '🎈'.repeat(20), ''];
    const ids: string[] = [];
    for (const body of bodies) ids.push((await opened.own('createDocument', { title: 'x', body })).id);
    for (const limit of [4, 20, 40, 41, 100, 1_000]) {
      const { documents } = await opened.tool('get_documents', { document_ids: ids }, limitBytes(limit));
      const notes = documents as (Piece & { id: string; body: string })[];
      expect(notes.map(({ id }) => id)).toEqual(ids);
      const given = notes.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
      expect(given).toBeLessThanOrEqual(limit);
      for (const [index, { id, body, truncated, next_line, next_offset }] of notes.entries()) {
        const rest = { document_id: id, start: next_line, offset: next_offset };
        const { text } = truncated ? await opened.tool('get_note_line_range', rest) : { text: '' };
        expect(body + text).toBe(bodies[index]);
      }
    }
  });

  it('for complete lines by number, with nothing beyond the end of the text', async () => {
    await store('eins\r\nzwei\ndrei');
    const lines = async (start: number, end?: number) =>
      (await opened.tool('get_note_line_range', { document_id, start, end })) as unknown as Piece;
    expect(await lines(2, 2)).toMatchObject({ text: 'zwei\n', start: 2, end: 2, total_lines: 3, truncated: false });
    expect(await lines(2)).toMatchObject({ text: 'zwei\ndrei', end: 3 });
    expect(await lines(1, 10_000_000)).toMatchObject({ end: 3, truncated: false });
    expect(await lines(9)).toMatchObject({ text: '', truncated: false, total_lines: 3 });
  });
});

describe('An offset into a line', () => {
  it('moves to the next start of a character, and is refused beyond the line', async () => {
    await store('a漢b\nzwei\n');
    const from = (offset: number) => ({ document_id, offset });
    expect(await opened.tool('get_note_line_range', from(2))).toMatchObject({ text: 'b\nzwei\n' });
    expect(await opened.tool('get_note_line_range', from(5))).toMatchObject({ text: '\nzwei\n' });
    expect(await opened.refusal('get_note_line_range', from(6))).toMatchObject({ code: 'validation_failed' });
    for (const offset of [-1, 1.5, Number.MAX_SAFE_INTEGER + 1])
      expect(await opened.refusal('get_note_line_range', from(offset))).toMatchObject({ code: 'validation_failed' });
  });

  it('stays when not even one character fits in the limit [N-MCP-TOOL-CUT]', async () => {
    await store('🎈\n');
    for (const limit of [1, 2, 3]) {
      const place = { truncated: true, next_line: 1 };
      expect(await opened.tool('get_document', { document_id }, limitBytes(limit))).toMatchObject({
        ...place,
        body: '',
      });
      const lines = await opened.tool('get_note_line_range', { document_id }, limitBytes(limit));
      expect(lines).toMatchObject({ ...place, text: '' });
    }
    await store('abc');
    expect((await read(1, 'get_document')).map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });
});

describe('Reading an attachment in pieces returns its text [N-MCP-TOOL-WALK]', () => {
  const upload = async (content: string | Uint8Array) =>
    (
      await opened.own(
        'uploadResource',
        { filename: 'a.txt', mime_type: 'text/plain' },
        { bytes: toAsyncBytes(content) },
      )
    ).id;

  async function pieces(resource_id: string, length: number, given = {}): Promise<string[]> {
    const texts: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const piece: Record<string, unknown> = await opened.tool('read_resource', { resource_id, offset, length }, given);
      expect(piece.offset).toBe(offset);
      expect(piece.length).toBe(Buffer.byteLength(piece.text as string));
      expect(piece.length).toBeLessThanOrEqual(length);
      expect(piece.truncated).toBe(piece.next_offset !== undefined);
      texts.push(piece.text as string);
      offset = piece.next_offset as number | undefined;
    }
    return texts;
  }

  it.each(Object.entries(TEXTS))('%s', async (_, text) => {
    const id = await upload(text);
    for (const length of [4, 5, 4_000, 1_048_576].filter((length) => text.length / length < 100))
      expect((await pieces(id, length, limitBytes(100_000))).join('')).toBe(text);
  });

  it('for any text and length', async () => {
    const walk = async (text: string, length: number) => {
      const id = await upload(text);
      expect((await pieces(id, length)).join('')).toBe(text);
    };
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    await fc.assert(fc.asyncProperty(text, fc.integer({ min: 4, max: 20 }), walk), { seed: 7, numRuns: samples(20) });
  });

  it('from an offset within a character, which moves to the next character', async () => {
    const resource_id = await upload('a漢b');
    expect(await opened.tool('read_resource', { resource_id, offset: 2 })).toMatchObject({
      text: 'b',
      offset: 4,
      length: 1,
    });
    expect(await opened.tool('read_resource', { resource_id, offset: 5 })).toMatchObject({
      text: '',
      truncated: false,
    });
    expect(await opened.refusal('read_resource', { resource_id, offset: 6 })).toMatchObject({
      code: 'validation_failed',
    });
  });

  it('with a length of less than one character, which returns one character', async () => {
    const resource_id = await upload('a日👍b');
    const texts: unknown[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const piece: Record<string, unknown> = await opened.tool('read_resource', { resource_id, offset, length: 1 });
      texts.push(piece.text);
      offset = piece.next_offset as number | undefined;
    }
    expect(texts).toEqual(['a', '日', '👍', 'b']);
  });

  it('without losing the offset in bytes that are not text', async () => {
    const resource_id = await upload(Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80, 0xff, 0x61, 0xc3, 0x62]));
    let offset: number | undefined = 0;
    for (let turn = 0; offset !== undefined; turn++) {
      const piece: Record<string, unknown> = await opened.tool('read_resource', { resource_id, offset, length: 4 });
      offset = piece.next_offset as number | undefined;
      expect(turn).toBeLessThan(9);
    }
    const text = await opened.tool('read_resource', { resource_id, include_bytes: true }, limitBytes(9));
    expect(Buffer.byteLength(text.text as string)).toBeLessThanOrEqual(9);
  });

  it.each([1, 2, 3, 4, 5, 11, 12])('to the end of bytes that are not text with a limit of %i', async (limit) => {
    const bytes = Buffer.from([0xff, 0x80, 0xff, 0xff, 0x80, 0x80, 0x80, 0x80, 0x80, 0xc3, 0xff, 0x61]);
    const resource_id = await upload(bytes);
    for (let offset = 0, turn = 0; offset < bytes.length && turn < 30; turn++) {
      const given = { resource_id, offset, include_bytes: true };
      const piece: Record<string, unknown> = await opened.tool('read_resource', given, limitBytes(limit));
      expect(Buffer.byteLength(piece.text as string)).toBeLessThanOrEqual(limit);
      const next = (piece.next_offset as number | undefined) ?? bytes.length;
      if (limit >= 4) expect(next).toBeGreaterThan(offset);
      offset = next;
    }
  });
});
