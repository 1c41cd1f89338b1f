import { clip, type ErrorCode, type ErrorDetails, type ServiceError } from '@notes/contract';
import type { Tool } from '@notes/contract/tools';
import { isObject } from '../json.js';

/** Characters of JSON that tell a model of an error. */
const MAX_LENGTH = 2_000;

/** What to do next. None suggests leaving out a precondition, and none holds anything of a note. */
const hints: Readonly<Partial<Record<ErrorCode, string>>> = {
  validation_failed: 'Correct the arguments that are named and call again.',
  precondition_required: 'Read the note and send its current_revision_id as base_revision_id.',
  revision_conflict: 'Read the note again, redo the change on the new text, and retry with current_revision_id.',
  conflict: 'Look at what is there now, then decide whether to try again.',
  forbidden: 'Tools cannot change this. Tell the user if it matters.',
  cursor_invalid: 'Start again without cursor and with the arguments you want.',
  body_too_large: 'Send less text in one call.',
  sync_disabled: 'The user has not set up sync. Go on without it.',
  request_timeout: 'A change may have been made all the same: read before you repeat it. Ask for less at a time.',
  storage_unavailable: 'Wait a little, then call again.',
};

const hintsOfTools: Readonly<Partial<Record<Tool['name'], Partial<Record<ErrorCode, string>>>>> = {
  edit_note: {
    conflict: 'Make search longer, until it matches one place, or set replace_all to change every place.',
    validation_failed: 'Correct what is named. A search is text of the note, copied exactly.',
  },
  create_from_template: {
    validation_failed:
      'Correct what is named. list_templates has the prompts of a template, and what is wrong with it.',
  },
  delete_note: {
    revision_conflict:
      'Read the note again; if it should still go to Trash, call again with its new current_revision_id.',
  },
};

const NEAR_LINE_HINT = 'Read the note near near_line and copy the text of search exactly.';

/** Where the IDs an argument takes come from. */
const sources: Readonly<Record<string, string>> = {
  document_id: 'search_documents',
  document_ids: 'search_documents',
  from: 'search_documents',
  to: 'search_documents',
  roots: 'search_documents',
  notebook_id: 'list_notebooks',
  resource_id: 'list_document_resources',
  job_id: 'list_jobs',
};

const sourcesOfTools: Readonly<Partial<Record<Tool['name'], typeof sources>>> = {
  create_from_template: { document_id: 'list_templates' },
};

/**
 * The JSON that tells a model why a call failed: the envelope every door answers errors with, and what it needs to do
 * better. At most 2,000 characters.
 */
export function describeFailure(error: ServiceError, tool: Tool, given: unknown): string {
  const { code, message, currentRevisionId, details } = error;
  const ids = code === 'not_found' ? idsOf(given) : {};
  const hint = code === 'not_found' ? whereToLook(ids, tool) : hintFor(error, tool);
  const base = { code, message: clip(message), current_revision_id: currentRevisionId };
  return shortened({ ...ids, ...details }, (facts) => JSON.stringify({ error: { ...base, ...facts, hint } }));
}

/** The identifiers of a call, as they were given. */
function idsOf(given: unknown): ErrorDetails {
  const fields = isObject(given) ? Object.entries(given) : [];
  return Object.fromEntries(
    fields.filter(
      (field): field is [string, string] => Object.hasOwn(sources, field[0]) && typeof field[1] === 'string',
    ),
  );
}

function hintFor({ code, details }: ServiceError, tool: Tool): string | undefined {
  if (Object.hasOwn(details, 'near_line')) return NEAR_LINE_HINT;
  return hintsOfTools[tool.name]?.[code] ?? hints[code];
}

function whereToLook(ids: ErrorDetails, tool: Tool): string {
  const known = { ...sources, ...sourcesOfTools[tool.name] };
  const tools = new Set(Object.keys(ids).map((name) => known[name]));
  if (tools.size === 0) tools.add('search_documents');
  const trash = tools.has('search_documents') ? ' What is in Trash is not found.' : '';
  return `IDs are never guessed: ${[...tools].join(', ')} ${tools.size === 1 ? 'finds' : 'find'} them.${trash}`;
}

/** Shortens facts, the longest first, until what is written with them fits. */
function shortened(facts: ErrorDetails, write: (facts: ErrorDetails) => string): string {
  const kept: Record<string, ErrorDetails[string]> = {};
  for (const [name, fact] of Object.entries(facts)) kept[name] = clipped(fact);
  for (let text = write(kept); ; text = write(kept)) {
    const [longest] = Object.keys(kept).sort((a, b) => sizeOf(kept[b]) - sizeOf(kept[a]));
    if (text.length <= MAX_LENGTH || longest === undefined) return text;
    const fact = kept[longest];
    if (Array.isArray(fact) && fact.length > 1) kept[longest] = fact.slice(0, fact.length >> 1);
    else delete kept[longest];
  }
}

function clipped(fact: ErrorDetails[string]): ErrorDetails[string] {
  if (typeof fact === 'number') return fact;
  return typeof fact === 'string' ? clip(fact) : fact.map((part) => (typeof part === 'string' ? clip(part) : part));
}

const sizeOf = (fact: unknown) => JSON.stringify(fact)?.length ?? 0;
