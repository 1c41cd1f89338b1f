import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Template } from '@notes/markdown-blocks';
import type { DocumentWithBody } from '@notes/storage';
import { Pacer } from '@notes/storage';
import { getActiveText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { computeView } from '../markdown/compute-view.js';

/** Maximum templates listed: a person has some dozens. */
const MAX_TEMPLATES = 1_000;
/** Number of note bodies in memory at once. */
const PAGE_SIZE = 50;

/** A note and its parsed template. */
export interface NoteTemplate {
  readonly document: DocumentWithBody;
  readonly template: Template;
}

export async function listTemplates(context: Context): Promise<Output<'listTemplates'>> {
  const { store } = context.library;
  const found = store.read(({ documents }) => documents.listTemplates(MAX_TEMPLATES + 1));
  const keys = found.slice(0, MAX_TEMPLATES).map(({ pk }) => pk);
  const templates: Output<'listTemplates'>['templates'] = [];
  const pacer = new Pacer();
  for (let from = 0; from < keys.length; from += PAGE_SIZE) {
    const page = store.read(({ documents }) => documents.getPage(keys.slice(from, from + PAGE_SIZE)));
    for (const document of page) {
      const template = await readTemplate(context, document);
      if (template !== null) templates.push(wireTemplate({ document, template }));
      await pacer.step();
    }
  }
  return { templates, truncated: found.length > MAX_TEMPLATES };
}

export async function getTemplate(context: Context, input: Input<'getTemplate'>): Promise<Output<'getTemplate'>> {
  const found = await getNoteTemplate(context, input.document_id);
  return { ...wireTemplate(found), text: found.template.text };
}

/** @throws ServiceError `not_found` for a note that is not a template */
export async function getNoteTemplate(context: Context, documentId: string): Promise<NoteTemplate> {
  const document = context.library.store.read((reader) => getActiveText(reader, documentId));
  const template = await readTemplate(context, document);
  if (template === null)
    throw new ServiceError('not_found', 'The note is not a template. Choose a note with a note-template block');
  return { document, template };
}

function readTemplate({ library }: Context, { body }: DocumentWithBody): Promise<Template | null> {
  return computeView('template', { body, databaseId: library.databaseId }, null);
}

function wireTemplate({ document, template }: NoteTemplate): Output<'listTemplates'>['templates'][number] {
  const { description, prompts, placeholders, error } = template;
  return {
    document_id: document.id,
    title: document.title,
    notebook_id: document.notebookId,
    description,
    prompts: prompts.map(({ name, hint }) => ({ name, hint })),
    placeholders: [...placeholders],
    error,
  };
}
