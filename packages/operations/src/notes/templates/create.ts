import { clip, createNoteTooLargeError, type Input, type Output, ServiceError, textLimits } from '@notes/contract';
import { type AUTOMATIC_PLACEHOLDERS, fillTemplate, type Template } from '@notes/markdown-blocks';
import { getWritableNotebook } from '../../platform/access.js';
import { DEFAULT_NOTEBOOK } from '../../platform/builtins.js';
import type { Context } from '../../platform/context.js';
import { wireDocument } from '../../platform/wire.js';
import { buildContent } from '../documents/content.js';
import { insertDocument } from '../documents/create.js';
import { getNoteTemplate } from './read.js';

type CreateInput = Input<'createFromTemplate'>;
type AutomaticValues = Record<(typeof AUTOMATIC_PLACEHOLDERS)[number], string>;

/** Maximum UTF-16 units of a name in error details. */
const MAX_NAME_LENGTH = 200;

export async function createFromTemplate(context: Context, input: CreateInput): Promise<Output<'createFromTemplate'>> {
  const { library } = context;
  const { document, template } = await getNoteTemplate(context, input.document_id);
  const values = indexByName(input.values);
  checkValues(template, values);
  const notebook = library.store.read((reader) => {
    const home = document.readOnly ? DEFAULT_NOTEBOOK : document.notebookId;
    return getWritableNotebook(reader, input.notebook_id ?? home);
  });
  const automatic = getAutomaticValues(context.now(), input, notebook.name);
  const body = fillBody(template.text, new Map([...Object.entries(automatic), ...values]));
  const made = await buildContent(library, { title: input.title, body });
  const created = await library.store.write((unit) =>
    insertDocument(unit, context, made, getWritableNotebook(unit, notebook.id), []),
  );
  return wireDocument(created, library);
}

/** Indexes the values by name in NFC, the form of a template's names. */
function indexByName(values: CreateInput['values']): Map<string, string> {
  return new Map(Object.entries(values).map(([name, value]) => [name.normalize('NFC'), value]));
}

/**
 * Checks that every prompt has a value and every value a prompt. Each has at most a hundred, so the details name all of
 * them.
 */
function checkValues({ error, prompts }: Template, values: ReadonlyMap<string, string>): void {
  if (error !== null) throw new ServiceError('validation_failed', `The template has an error: ${error}`);
  const names = new Set(prompts.map(({ name }) => name));
  const missing = [...names].filter((name) => !values.has(name));
  const unknown = [...values.keys()].filter((name) => !names.has(name));
  const problems = [...describeNames('missing', missing), ...describeNames('not a prompt of the template', unknown)];
  if (problems.length === 0) return;
  throw new ServiceError('validation_failed', `values: ${problems.join('; ')}`, {
    details: { missing_values: missing.map(shortenName), unknown_values: unknown.map(shortenName) },
  });
}

const shortenName = (name: string) => name.slice(0, MAX_NAME_LENGTH).toWellFormed();

function describeNames(problem: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${problem}: ${clip(names.map((name) => JSON.stringify(name)).join(', '))}`];
}

function fillBody(text: string, values: ReadonlyMap<string, string>): string {
  const result = fillTemplate(text, values, textLimits.body);
  if (result.ok) return result.text;
  throw createNoteTooLargeError();
}

/** Returns the values available to every template. The date is that of the input or today, the time is local. */
function getAutomaticValues(at: number, { title, date: given }: CreateInput, notebook: string): AutomaticValues {
  const now = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = given ?? `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${two(now.getHours())}:${two(now.getMinutes())}`;
  return { date, time, datetime: `${date} ${time}`, title, notebook };
}
