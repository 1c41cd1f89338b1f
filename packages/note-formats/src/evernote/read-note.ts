import { decode } from '../files/read-text.js';
import { formatFrontMatter, toOriginFields } from '../front-matter/format-front-matter.js';
import { pageText, withHtml } from '../html/page.js';
import { createElement, type Element, getText } from '../html/tree.js';
import type { OpenFile, SourceNote } from '../item.js';
import type { NoteRules } from '../note-rules.js';
import { quote, quoteFirst } from '../quote.js';
import { createRejection, type Rejection } from '../rejection.js';
import { readTags } from '../tags.js';
import { child, children, childText } from './elements.js';
import { taskList, toHtml } from './enml.js';
import { findMedia, type Media, mediaTarget } from './media.js';
import type { NoteLocation } from './note-location.js';
import type { NoteSpan } from './scan.js';
import { getSpanLength, readSpan, type Span } from './span.js';
import { readTasks } from './tasks.js';
import { parseEnexTime } from './times.js';

/** Most bytes of a note without its files. */
const MAX_NOTE_BYTES = 32 * 1024 * 1024;
type Four = [string, string, string, string];
const XML = { selfClosing: true, xml: true } as const;

/** Reads a note from its position in the export. */
export const readNote = (place: NoteLocation, rules: NoteRules): Promise<SourceNote | Rejection> =>
  place.file.open(async (open): Promise<SourceNote | Rejection> => {
    if (place.span.isCut) return createRejection('malformed', 'the export ends within the note');
    const bytes = await readNoteBytes(open, place.span);
    const text = 'reason' in bytes ? bytes : decode(bytes);
    if (typeof text !== 'string') return text;
    const note = withHtml(text, XML, (root) => child(root, 'note') as Element);
    if ('reason' in note) return note;
    const media = await findMedia(open, note, place);
    return withHtml(childText(note, 'content'), { selfClosing: true }, (content) =>
      toNote({ note, content, media }, place, rules),
    );
  });

/** Reads the bytes of a note without those of its files. */
async function readNoteBytes(open: OpenFile, { start, end, data }: NoteSpan): Promise<Buffer | Rejection> {
  const spans: Span[] = [];
  let from = start;
  for (const file of data) {
    spans.push({ start: from, end: file.start });
    from = file.end;
  }
  spans.push({ start: from, end });
  if (spans.reduce((sum, span) => sum + getSpanLength(span), 0) > MAX_NOTE_BYTES) return createRejection('too_large');
  const pieces: Buffer[] = [];
  for (const span of spans) for await (const piece of readSpan(open, span)) pieces.push(piece);
  return Buffer.concat(pieces);
}

interface ParsedNote {
  readonly note: Element;
  readonly content: Element;
  readonly media: Media;
}

function toNote(
  { note, content, media }: ParsedNote,
  { item, noteTarget }: NoteLocation,
  rules: NoteRules,
): SourceNote {
  const warnings: string[] = [];
  const unknownNotes = new Set<string>();
  const tasks = readTasks(note);
  const [shownMedia, shownTasks] = [new Set<string>(), new Set<string>()];
  const html = toHtml(content, {
    findMedia: (md5) => {
      const target = mediaTarget(md5);
      const found = media.files.get(target);
      shownMedia.add(target);
      return found && { target, filename: found.filename };
    },
    noteTarget: (link) => {
      const target = noteTarget(link);
      if (target === undefined) unknownNotes.add(link.title);
      return target;
    },
    tasks: (group) => {
      shownTasks.add(group);
      return tasks.get(group) ?? [];
    },
    warn: (message) => warnings.push(message),
  });
  // Tasks and files that the text does not show are added at its end.
  for (const [group, hidden] of tasks) if (!shownTasks.has(group)) html.children.push(taskList(hidden));
  for (const [target, { filename }] of media.files)
    if (!shownMedia.has(target))
      html.children.push(createElement('p', [createElement('a', [filename], { href: target })]));
  const { text, embedded } = pageText(html, item, { divsAreLines: true, maxLength: rules.maxTextBytes });
  if (unknownNotes.size > 0) warnings.push(describeUnknownNotes([...unknownNotes]));
  const { tags, warnings: aboutTags } = readTags(children(note, 'tag').map(getText), rules);
  const readTime = (name: string) => {
    const text = childText(note, name);
    const at = parseEnexTime(text);
    if (text !== '' && at === undefined) warnings.push(`${name}: ${quote(text)} is not a valid date`);
    return at;
  };
  const [created, updated] = [readTime('created'), readTime('updated')];
  const title = childText(note, 'title').replace(/\s+/g, ' ') || 'Untitled';
  return {
    title,
    ...makeFrontMatter(note, text),
    fileName: title,
    tags,
    created,
    updated,
    modifiedAt: created,
    embedded: new Map([...media.files, ...(embedded ?? [])]),
    warnings: [...media.warnings, ...warnings, ...aboutTags],
  };
}

/** Returns a warning about links whose text is the title of no note, or of several. */
const describeUnknownNotes = (titles: readonly string[]): string =>
  `links to notes stay links to Evernote, since not exactly one note of the source has their title: ${quoteFirst(titles)}`;

/** Returns the text of a note with front matter for the attributes that the library cannot store otherwise. */
function makeFrontMatter(note: Element, text: string): Pick<SourceNote, 'text' | 'formerFrontMatter'> {
  const attributes = child(note, 'note-attributes');
  const moment = (name: string) => {
    const at = parseEnexTime(childText(attributes, name));
    return at === undefined ? {} : { [name]: new Date(at).toISOString() };
  };
  const source = childText(attributes, 'source-url');
  const said = { ...(source !== '' && { source }), ...moment('reminder-time'), ...moment('reminder-done-time') };
  const value = (name: string) => childText(attributes, name);
  const [author, latitude, longitude, altitude] = ['author', 'latitude', 'longitude', 'altitude'].map(value) as Four;
  const now = formatFrontMatter({ ...said, ...toOriginFields({ author, latitude, longitude, altitude }) });
  const before = formatFrontMatter(said);
  return { text: now + text, ...(now !== before && { formerFrontMatter: { now, before } }) };
}
