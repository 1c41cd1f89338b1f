import { type Input, type Output, ServiceError, textLimits } from '@notes/contract';
import { nameKey, parseQuery, type QueryNode } from '@notes/query-language';
import type { Reader, SearchNotebookRow, TagRename, TagRow, UnitOfWork } from '@notes/storage';
import type { Context } from '../../platform/context.js';

type Report = Output<'renameTag'>;

const MAX_TAGS = 500;

/** A tag and its new name. */
interface Renaming {
  readonly tag: TagRow;
  readonly name: string;
}

/** Renames a tag. By default the call only reports the changes: the rename is executed and rolled back. */
export function renameTag(context: Context, input: Input<'renameTag'>): Promise<Report> {
  return context.library.store.write((unit) =>
    input.dry_run ? unit.rehearse(() => rename(unit, input)) : rename(unit, input),
  );
}

function rename(unit: UnitOfWork, input: Input<'renameTag'>): Report {
  const renamings = planRenamings(unit, input);
  const notes = unit.tags.countNotes(renamings.map(({ tag }) => tag.pk));
  const warnings = unit.searchNotebooks.all().flatMap((saved) => findWarnings(saved, renamings));
  const outcomes = unit.tags.rename(renamings);
  return { ...input, changes: renamings.map((each, n) => toChange(each, outcomes[n] as TagRename)), notes, warnings };
}

/** @throws ServiceError `not_found`; `validation_failed` when there are too many tags, or a name would be too long */
function planRenamings(reader: Reader, { from, to, include_children: below }: Input<'renameTag'>): Renaming[] {
  const tags = reader.tags.branch(from, below, MAX_TAGS + 1);
  if (tags.length === 0) throw new ServiceError('not_found', `There is no tag ${JSON.stringify(from)}. Check its name`);
  if (tags.length > MAX_TAGS)
    throw new ServiceError(
      'validation_failed',
      `include_children: more than ${MAX_TAGS} tags would be renamed. Rename smaller branches`,
    );
  const depth = from.split('/').length;
  const renamings = tags.map((tag) => ({ tag, name: [to, ...tag.name.split('/').slice(depth)].join('/') }));
  const tooLong = renamings.some(({ name }) => Buffer.byteLength(name, 'utf8') > textLimits.name);
  if (tooLong)
    throw new ServiceError(
      'validation_failed',
      `to: the name of a tag below it would be longer than ${textLimits.name} bytes. Choose a shorter name`,
    );
  return renamings.filter(({ tag, name }) => name !== tag.name);
}

function toChange({ tag, name }: Renaming, outcome: TagRename): Report['changes'][number] {
  const fields = { tag_id: tag.id, from: tag.name, action: outcome.action, notes: outcome.notes };
  if (outcome.action === 'rename') return { ...fields, to: name, notes_gained: outcome.notes };
  const { into, notesGained } = outcome;
  return { ...fields, to: into.name, merged_into_tag_id: into.id, notes_gained: notesGained };
}

/** Warns of a saved search that finds notes by a tag that they lose. */
function findWarnings(saved: SearchNotebookRow, renamings: readonly Renaming[]): Report['warnings'] {
  const parsed = parseQuery(saved.query);
  if (!parsed.ok || parsed.query.root === null) return [];
  const named = [...findTags(parsed.query.root)];
  const loses = ({ tag, name }: Renaming) =>
    named.some((path) => isWithin(path, nameKey(tag.name)) && !isWithin(path, nameKey(name)));
  if (!renamings.some(loses)) return [];
  const message =
    'The query of this saved search uses a tag that notes would no longer have. The saved search is not changed.';
  return [{ code: 'saved_search', search_notebook_id: saved.id, name: saved.name, message }];
}

/** Returns true when a search for the tag `path` also finds notes with the tag `key`: the same tag or one below it. */
const isWithin = (path: string, key: string) => key === path || key.startsWith(`${path}/`);

/** Returns the keys of the tags in a query. */
function findTags(node: QueryNode): Set<string> {
  switch (node.type) {
    case 'and':
    case 'or':
      return new Set(node.children.flatMap((child) => [...findTags(child)]));
    case 'not':
      return findTags(node.child);
    case 'tag':
      return new Set(node.path === null ? [] : [node.path]);
    default:
      return new Set();
  }
}
