import type { Output } from '@notes/contract';
import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { phraseQuery } from './phrase-query.js';

type TextMatch = Output<'searchInDocument'>['matches'][number];
type Block = Output<'getDocumentBlocks'>['blocks'][number];

/** A place where a note names another one without linking to it. */
export interface Mention {
  readonly documentId: string;
  readonly title: string;
  readonly revisionId: string;
  readonly line: number;
  readonly startByte: number;
  readonly endByte: number;
  /** Text of the line before and after the mention, and the mention as written. */
  readonly before: string;
  readonly written: string;
  readonly after: string;
}

export interface Mentions {
  readonly mentions: readonly Mention[];
  /** True when more notes contain the title than were read. */
  readonly isCut: boolean;
}

/** Maximum number of notes read for mentions. */
const MAX_NOTES = 12;
/** Shorter titles are too common as words. */
const MIN_TITLE_LENGTH = 3;
/** Blocks in which the text is not prose. */
const NOT_PROSE: ReadonlySet<Block['kind']> = new Set(['code', 'math', 'html', 'front_matter']);
const LETTER = /[\p{L}\p{N}_]/u;

/**
 * Finds places that name a note without linking to it, in the notes that contain its title as a phrase.
 *
 * @param linkedIds notes that link to it, which are left out
 */
export async function findMentions(
  documentId: string,
  title: string,
  linkedIds: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Mentions> {
  const phrase = title.trim();
  if ([...phrase].length < MIN_TITLE_LENGTH || !LETTER.test(phrase)) return { mentions: [], isCut: false };
  const limit = MAX_NOTES + linkedIds.size + 1;
  const input = { query: phraseQuery(phrase), exact: true, limit: Math.min(limit, 100) };
  const { results, next_cursor } = await call('searchDocuments', input, signal);
  const others = results.filter(({ document_id }) => document_id !== documentId && !linkedIds.has(document_id));
  const found = await Promise.all(others.slice(0, MAX_NOTES).map((hit) => readMentions(hit, phrase, signal)));
  return { mentions: found.flat(), isCut: next_cursor !== null || others.length > MAX_NOTES };
}

type Hit = Output<'searchDocuments'>['results'][number];

async function readMentions({ document_id, title }: Hit, phrase: string, signal: AbortSignal): Promise<Mention[]> {
  try {
    const [found, { blocks }, links] = await Promise.all([
      call('searchInDocument', { document_id, pattern: phrase }, signal),
      call('getDocumentBlocks', { document_id }, signal),
      call('listDocumentLinks', { document_id, direction: 'outgoing' }, signal),
    ]);
    const taken = [...blocks.filter(({ kind }) => NOT_PROSE.has(kind)), ...links.outgoing];
    const isFree = ({ start_byte, end_byte }: TextMatch) =>
      !taken.some((range) => range.start_byte < end_byte && start_byte < range.end_byte);
    return found.matches.flatMap((match) => {
      const mention = {
        documentId: document_id,
        title,
        revisionId: found.current_revision_id,
        ...splitLine(match, phrase),
      };
      return isFree(match) && isProse(mention) ? [mention] : [];
    });
  } catch (error) {
    // A note that was just moved to Trash has no mentions.
    if (error instanceof ApiError && error.code === 'not_found') return [];
    throw error;
  }
}

function splitLine({ line, column, start_byte, end_byte, line_text }: TextMatch, phrase: string) {
  const characters = [...line_text];
  const start = column - 1;
  const end = start + [...phrase].length;
  return {
    line,
    startByte: start_byte,
    endByte: end_byte,
    before: characters.slice(0, start).join(''),
    written: characters.slice(start, end).join(''),
    after: characters.slice(end).join(''),
  };
}

/** Returns true for whole words that are neither code nor part of an address. */
function isProse({ before, written, after }: Pick<Mention, 'before' | 'written' | 'after'>): boolean {
  const touches =
    (LETTER.test(before.slice(-1)) && LETTER.test(written.charAt(0))) ||
    (LETTER.test(after.charAt(0)) && LETTER.test(written.slice(-1)));
  const isInCode = (before.match(/`/g)?.length ?? 0) % 2 === 1 && after.includes('`');
  const isInAddress = /\w+:\/\/\S*$/.test(before) || /\]\([^)]*$/.test(before);
  return !touches && !isInCode && !isInAddress;
}
