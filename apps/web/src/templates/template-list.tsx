import { useState } from 'preact/hooks';
import { formatTitle, NoteLink } from '../ui/note-link.js';
import type { Template } from './template.js';
import { text } from './texts.js';
import { UseTemplate } from './use-dialog.js';
import './templates.css';

/** Templates with their prompts; a template with an error shows it and cannot be used. */
export function TemplateList({ templates }: { readonly templates: readonly Template[] }) {
  const [openTemplate, setOpenTemplate] = useState<Template>();
  return (
    <>
      <ul>
        {templates.map((template) => (
          <li key={template.document_id} class="template" data-row>
            <div>
              <h2>
                <NoteLink id={template.document_id} title={template.title} />
              </h2>
              {template.description !== null && <p>{template.description}</p>}
              <p class="hint">{describePrompts(template)}</p>
              {template.error !== null && <p class="refusal">{template.error}</p>}
            </div>
            <button
              type="button"
              class="button"
              disabled={template.error !== null}
              aria-label={text.useNamed(formatTitle(template.title))}
              onClick={() => setOpenTemplate(template)}
            >
              {text.useEllipsis}
            </button>
          </li>
        ))}
      </ul>
      {openTemplate && <UseTemplate template={openTemplate} onClose={() => setOpenTemplate(undefined)} />}
    </>
  );
}

const describePrompts = ({ prompts }: Template): string =>
  prompts.length === 0 ? text.asksTitleOnly : text.asks(prompts.map(({ name }) => name).join(', '));
