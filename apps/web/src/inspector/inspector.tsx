import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Tabs } from '../ui/tabs.js';
import { askFor, type Field } from './asked-for.js';
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

const contents = {
  outline: OutlineTab,
  links: LinksTab,
  details: DetailsTab,
  attachments: AttachmentsTab,
  history: HistoryTab,
} as const satisfies Partial<Record<keyof typeof text, ComponentType<InspectorProps>>>;
export type TabName = keyof typeof contents;

const tabs = (Object.keys(contents) as TabName[]).map((name) => [name, text[name]] as const);

/** The tab that was chosen last, whatever note it was beside. */
const chosen = signal<TabName>('outline');

/** Shows a tab, and leads to a field of it. */
export function chooseTab(name: TabName, field?: Field): void {
  chosen.value = name;
  askFor(field);
}

/** What there is to know of a note beside its text. */
export function Inspector(props: InspectorProps) {
  const current = chosen.value;
  const Content = contents[current];
  return (
    <section class="inspector" aria-label={text.inspector}>
      <Tabs label={text.inspector} tabs={tabs} current={current} onChoose={(name) => chooseTab(name)}>
        <Content key={props.document_id} {...props} />
      </Tabs>
    </section>
  );
}
