import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { makeLazy } from '../ui/lazy.js';
import { Tabs } from '../ui/tabs.js';
import type { InspectorProps } from './inspector-props.js';
import { OutlineTab } from './outline.js';
import { type Field, requestFocus } from './requested-focus.js';
import { text } from './texts.js';
import './inspector.css';

const contents = {
  outline: OutlineTab,
  links: makeLazy(async () => (await import('./links.js')).LinksTab),
  details: makeLazy(async () => (await import('./details.js')).DetailsTab),
  attachments: makeLazy(async () => (await import('./attachments.js')).AttachmentsTab),
  history: makeLazy(async () => (await import('./history.js')).HistoryTab),
} as const satisfies Partial<Record<keyof typeof text, ComponentType<InspectorProps>>>;
export type TabName = keyof typeof contents;

const tabs = (Object.keys(contents) as TabName[]).map((name) => [name, text[name]] as const);

/** Tab chosen last, for any note. */
const chosen = signal<TabName>('outline');

/** Shows a tab, and focuses a field of it. */
export function chooseTab(name: TabName, field?: Field): void {
  chosen.value = name;
  requestFocus(field);
}

/** Details of a note beside its text. */
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
