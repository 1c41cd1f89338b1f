import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useId } from 'preact/hooks';
import { AttachmentsTab } from './attachments.js';
import { DetailsTab } from './details.js';
import { HistoryTab } from './history.js';
import { LinksTab } from './links.js';
import { OutlineTab } from './outline.js';
import { text } from './texts.js';
import './inspector.css';

export interface InspectorProps {
  readonly document_id: string;
  /** 1-based line one is at: the outline follows it. */
  readonly line: number;
  /** Whether the note, its tags and its attachments may be changed. */
  readonly editable: boolean;
  /** A heading was chosen: its 1-based line and its anchor. */
  readonly onGoTo: (line: number) => void;
  /** Markdown to be put where the cursor is. */
  readonly onInsert: (markdown: string) => void;
}

const tabs = [
  ['outline', OutlineTab],
  ['links', LinksTab],
  ['details', DetailsTab],
  ['attachments', AttachmentsTab],
  ['history', HistoryTab],
] as const satisfies readonly (readonly [keyof typeof text, ComponentType<InspectorProps>])[];

/** The tab that was chosen last, whatever note it was beside. */
const chosen = signal(0);

/** What there is to know of a note beside its text. */
export function Inspector(props: InspectorProps) {
  const id = useId();
  const current = chosen.value;
  const [name, Tab] = tabs[current] ?? tabs[0];
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    chosen.value = (current + by + tabs.length) % tabs.length;
    const buttons = (event.currentTarget as HTMLElement).querySelectorAll('button');
    buttons[chosen.value]?.focus();
  };
  return (
    <section class="inspector" aria-label={text.inspector}>
      <div role="tablist" aria-label={text.inspector} onKeyDown={step}>
        {tabs.map(([key], index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={index === current}
            aria-controls={`${id}-panel`}
            tabIndex={index === current ? 0 : -1}
            onClick={() => {
              chosen.value = index;
            }}
          >
            {text[key]}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also where it holds nothing to step to. */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${name}`} tabIndex={0}>
        <Tab key={props.document_id} {...props} />
      </div>
    </section>
  );
}
