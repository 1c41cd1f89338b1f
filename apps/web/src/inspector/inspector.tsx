import type { ComponentType } from 'preact';
import { useId, useState } from 'preact/hooks';
import { AttachmentsTab } from './attachments.js';
import { DetailsTab } from './details.js';
import { HistoryTab } from './history.js';
import { LinksTab } from './links.js';
import { OutlineTab } from './outline.js';
import './inspector.css';

export interface InspectorProps {
  readonly document_id: string;
  /** 1-based line of the cursor: the outline follows it. */
  readonly line?: number | undefined;
  /** A heading was chosen: its 1-based line and its anchor. */
  readonly onGoTo?: ((line: number, anchor: string) => void) | undefined;
  /** Markdown to be put where the cursor is. Without it attachments are attached, not embedded. */
  readonly onInsert?: ((markdown: string) => void) | undefined;
  /** Whether tags and attachments may be changed. */
  readonly editable?: boolean | undefined;
}

const tabs = [
  ['outline', 'Outline', OutlineTab],
  ['links', 'Links', LinksTab],
  ['details', 'Tags & details', DetailsTab],
  ['attachments', 'Attachments', AttachmentsTab],
  ['history', 'History', HistoryTab],
] as const satisfies readonly (readonly [string, string, ComponentType<InspectorProps>])[];

/** What there is to know of a note beside its text. */
export function Inspector(props: InspectorProps) {
  const [current, choose] = useState(0);
  const id = useId();
  const [name, , Tab] = tabs[current] ?? tabs[0];
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = (current + by + tabs.length) % tabs.length;
    choose(next);
    const buttons = (event.currentTarget as HTMLElement).querySelectorAll('button');
    buttons[next]?.focus();
  };
  return (
    <section class="inspector" aria-label="About this note">
      <div role="tablist" aria-label="About this note" onKeyDown={step}>
        {tabs.map(([key, label], index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={index === current}
            aria-controls={`${id}-panel`}
            tabIndex={index === current ? 0 : -1}
            onClick={() => choose(index)}
          >
            {label}
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
