import { useEffect, useId, useState } from 'preact/hooks';
import { Dialog } from '../ui/dialog.js';
import { type Entry, entryOf, prefixes } from './entry.js';
import { creation, type Item, useItems } from './items.js';
import { closeOverlay } from './open.js';

const nothing: Readonly<Record<Entry['kind'], string>> = {
  notes: 'No note begins so.',
  commands: 'No command is called so.',
  tags: 'No tag is called so.',
  query: 'Type what to search for.',
  headings: 'There is no such heading in a note that is open.',
  line: 'Type the number of a line of the note that is open.',
};

const close = () => closeOverlay('switcher');

/** Finds notes, commands, tags and places by what is typed: arrows choose, Enter goes. */
export function Switcher({ text }: { readonly text: string }) {
  const [typed, setTyped] = useState(text);
  const [at, setAt] = useState(0);
  const list = useId();
  const entry = entryOf(typed);
  const items = useItems(entry);
  const current = Math.min(at, Math.max(items.length - 1, 0));
  useEffect(() => document.getElementById(`${list}-${current}`)?.scrollIntoView({ block: 'nearest' }), [current]);
  const finish = (item: Item | undefined) => {
    if (item === undefined) return;
    close();
    item.run();
  };
  const enter = (event: KeyboardEvent) => {
    const item = items[current];
    if (event.shiftKey && entry.kind === 'notes' && entry.text !== '') return finish(creation(entry.text));
    if ((event.ctrlKey || event.metaKey) && item?.href !== undefined) return openBeside(item.href);
    finish(item);
  };
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) enter(event);
    else setAt((current + step + items.length) % Math.max(items.length, 1));
  };
  return (
    <Dialog title="Find" onClose={close}>
      <input
        class="switcher-field"
        role="combobox"
        aria-label="Find a note; > commands, # tags, / query, @ headings, : line"
        aria-expanded={items.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? `${list}-${current}` : undefined}
        autocomplete="off"
        autofocus
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <Items id={list} items={items} current={current} onTake={finish} />
      {items.length === 0 && <p class="switcher-hint">{nothing[entry.kind]}</p>}
      <p class="switcher-hint">
        {Object.entries(prefixes)
          .map(([prefix, kind]) => `${prefix} ${kind}`)
          .join(' · ')}{' '}
        · Mod+Enter opens a new tab
      </p>
    </Dialog>
  );
}

function openBeside(address: string): void {
  close();
  open(address, '_blank');
}

interface ItemsProps {
  readonly id: string;
  readonly items: readonly Item[];
  readonly current: number;
  readonly onTake: (item: Item) => void;
}

const Items = ({ id, items, current, onTake }: ItemsProps) => (
  <div id={id} role="listbox" aria-label="Found" class="switcher-items">
    {items.map((item, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of its list.
      // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the current option.
      <div
        key={item.id}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === current}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onTake(item)}
      >
        <span>{item.label}</span>
        {item.detail !== undefined && item.detail !== '' && <kbd>{item.detail}</kbd>}
      </div>
    ))}
  </div>
);
