import { clip, type ErrorCode, type ErrorDetails, type ServiceError } from '@notes/contract';
import type { Tool } from '@notes/contract/tools';
import { isObject } from '../json.js';

/** Maximum length of the JSON that describes an error to a model, in UTF-16 units. */
const MAX_LENGTH = 2_000;

/**
 * Advice for each error code. No advice suggests omitting a precondition, quotes a note, or names a tool outside the
 * scope of the failed one.
 */
const hints: Readonly<Partial<Record<ErrorCode, string>>> = {
  validation_failed: 'Correct the named arguments and call again.',
  precondition_required: 'Read the note and send its current_revision_id as base_revision_id.',
  revision_conflict: 'Read the note again, redo the change on the new text, and retry with current_revision_id.',
  conflict: 'Read the current state, then decide whether to try again.',
  forbidden: 'Tools cannot change this. Tell the user if it is important.',
  cursor_invalid: 'Start again without cursor and with the arguments you want.',
  body_too_large: 'Send less text in one call.',
  sync_disabled: 'The user has not set up sync. Continue without it.',
  request_timeout: 'The change may have been made anyway: read before you repeat it. Request less at a time.',
  rate_limited: 'Wait a few seconds, then call again.',
  storage_unavailable: 'Wait a few seconds, then call again.',
};

const READ_TIMEOUT = 'Nothing was changed. Request less at a time.';
const CHOOSE_NOTEBOOK =
  'Notes in Help and Reports are read-only, and no note can be added there. Choose another notebook: list_notebooks marks these as read_only.';
const HEADINGS = 'Correct the named arguments. get_document_outline returns the headings of a note.';
/** Advice where sync is impossible: without a group, or outside it. */
const NO_GROUP =
  'Only the user can set up or repair sync, in the app. Tell the user if it is important, and continue without it.';
const USER_STARTED = 'Only a sync that a tool started can be changed. The user decides about the others.';

const hintsByTool: Readonly<Partial<Record<Tool['name'], Partial<Record<ErrorCode, string>>>>> = {
  create_note: { forbidden: CHOOSE_NOTEBOOK },
  move_note_to_notebook: { forbidden: CHOOSE_NOTEBOOK },
  plan_sync: { conflict: NO_GROUP },
  start_sync: { conflict: NO_GROUP },
  request_resource_fetch: { conflict: NO_GROUP },
  retry_sync_job: {
    conflict:
      'Only a stopped sync can be retried, and only while no other sync runs. get_job returns the state of each.',
    forbidden: USER_STARTED,
  },
  cancel_sync_job: { forbidden: USER_STARTED },
  edit_note: {
    conflict: 'Make search longer until it occurs once, or set replace_all to change every occurrence.',
    validation_failed: 'Correct the named arguments. Copy search exactly from the text of the note.',
  },
  create_from_template: {
    forbidden: CHOOSE_NOTEBOOK,
    validation_failed:
      'Correct the named arguments. list_templates returns the prompts of each template, and its error if it has one.',
  },
  get_document: { validation_failed: HEADINGS },
  append_to_note: { validation_failed: HEADINGS },
  delete_note: {
    revision_conflict:
      'Read the note again. If it should still go to Trash, call again with its new current_revision_id.',
  },
};

const NEAR_LINE_HINT = 'Read the note around near_line and copy the text for search exactly.';

const NOTES = 'search_documents';
/** Tool that finds the identifiers for each argument. */
const sources: Readonly<Record<string, string>> = {
  document_id: NOTES,
  document_ids: NOTES,
  from: NOTES,
  to: NOTES,
  roots: NOTES,
  notebook_id: 'list_notebooks',
  notebooks: 'list_notebooks',
  resource_id: 'list_document_resources',
  job_id: 'list_jobs',
};

const sourcesByTool: Readonly<Partial<Record<Tool['name'], typeof sources>>> = {
  create_from_template: { document_id: 'list_templates' },
  request_resource_fetch: { target: 'list_document_resources' },
};

const getSources = ({ name }: Tool): typeof sources => ({ ...sources, ...sourcesByTool[name] });

/**
 * Formats the JSON that describes a failed call to a model: the error envelope of every interface, with advice for a
 * better call.
 *
 * @returns at most 2,000 characters
 */
export function describeFailure(error: ServiceError, tool: Tool, given: unknown): string {
  const { code, message, currentRevisionId, details } = error;
  const ids = code === 'not_found' ? readIds(given, tool) : {};
  const hint = code === 'not_found' ? formatSourceHint(error, given, tool) : getHint(error, tool);
  const base = { code, message: clip(message), current_revision_id: currentRevisionId };
  return shortenFacts({ ...ids, ...details }, (facts) => JSON.stringify({ error: { ...base, ...facts, hint } }));
}

/** Reads the identifiers of a call, as they were given. */
function readIds(given: unknown, tool: Tool): ErrorDetails {
  const known = getSources(tool);
  const fields = isObject(given) ? Object.entries(given) : [];
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => Object.hasOwn(known, field[0]) && typeof field[1] === 'string'),
  );
}

function getHint({ code, details }: ServiceError, tool: Tool): string | undefined {
  if (Object.hasOwn(details, 'near_line')) return NEAR_LINE_HINT;
  if (code === 'request_timeout' && tool.hints.effect === 'read') return READ_TIMEOUT;
  // The advice of a tool is about its values, not about arguments that are missing or unknown.
  if (Object.hasOwn(details, 'accepted_arguments')) return hints[code];
  return hintsByTool[tool.name]?.[code] ?? hints[code];
}

const CHOOSE_MEANT = 'If did_you_mean has the one you mean, call again with its ID. Otherwise';
const NO_NEW_NOTEBOOK = 'Tools cannot create a notebook: only the user can.';

/** Names the tool that finds the identifiers of each argument given. */
function formatSourceHint({ details }: ServiceError, given: unknown, tool: Tool): string {
  const known = getSources(tool);
  const names = listArgumentNames(given).filter((name) => Object.hasOwn(known, name));
  const pairs = names.map((name) => `${name} from ${known[name]}`);
  const from = pairs.length === 0 ? `them from ${NOTES}` : pairs.join(', ');
  const hasNotes = names.length === 0 || names.some((name) => known[name] === NOTES);
  const sentences = [
    Object.hasOwn(details, 'did_you_mean') ? `${CHOOSE_MEANT} take ${from}.` : `Do not guess IDs: take ${from}.`,
    ...(hasNotes ? ['Notes in Trash are not found.'] : []),
    ...(names.includes('notebook_id') && tool.hints.effect !== 'read' ? [NO_NEW_NOTEBOOK] : []),
  ];
  return sentences.join(' ');
}

/** Returns the distinct names of the arguments of a call, including those within an object or the rows of a list. */
function listArgumentNames(given: unknown): string[] {
  if (!isObject(given)) return [];
  const nested = Object.values(given).flatMap((value) => (Array.isArray(value) ? value.slice(0, 1) : [value]));
  return [...new Set([given, ...nested.filter(isObject)].flatMap((fields) => Object.keys(fields)))];
}

/** Shortens facts, the longest first, until the output of `write` fits. */
function shortenFacts(facts: ErrorDetails, write: (facts: ErrorDetails) => string): string {
  const kept: Record<string, ErrorDetails[string]> = {};
  for (const [name, fact] of Object.entries(facts)) kept[name] = clipFact(fact);
  for (let text = write(kept); ; text = write(kept)) {
    const [longest] = Object.keys(kept).sort((a, b) => getJsonLength(kept[b]) - getJsonLength(kept[a]));
    if (text.length <= MAX_LENGTH || longest === undefined) return text;
    const fact = kept[longest];
    if (Array.isArray(fact) && fact.length > 1) kept[longest] = fact.slice(0, fact.length >> 1);
    else delete kept[longest];
  }
}

function clipFact(fact: ErrorDetails[string]): ErrorDetails[string] {
  if (typeof fact === 'number') return fact;
  return typeof fact === 'string' ? clip(fact) : fact.map((part) => (typeof part === 'string' ? clip(part) : part));
}

const getJsonLength = (fact: unknown) => JSON.stringify(fact)?.length ?? 0;
