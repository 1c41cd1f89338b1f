import { useEffect, useId, useState } from 'preact/hooks';
import { fill } from '../text/fill.js';
import { Dialog } from '../ui/dialog.js';
import { type Entry, entryOf, prefixes } from './entry.js';
import { creation, type Item, useItems } from './items.js';
import { Keycaps } from './keycaps.js';
import { closeOverlay, type Overlay } from './open.js';
import { text } from './texts.js';

const nothing: Readonly<Record<Entry['kind'], string>> = {
  notes: text.noNote,
  commands: text.noCommand,
  tags: text.noTag,
  query: text.noQuery,
  headings: text.noHeading,
  line: text.noLine,
};

/** What each kind of entry begins with, as keys. */
const caps = Object.fromEntries(
  Object.entries(prefixes).map(([prefix, kind]) => [kind, <kbd key={kind}>{prefix}</kbd>]),
);

/** Finds notes, commands, tags and places by what is typed: arrows choose, Enter goes. */
export function Switcher({ overlay }: { readonly overlay: Overlay }) {
  const [typed, setTyped] = useState(overlay.text);
  const close = () => closeOverlay(overlay);
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
    if ((event.ctrlKey || event.metaKey) && item?.href !== undefined) {
      close();
      return void open(item.href, '_blank');
    }
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
    <Dialog title={text.switcher} onClose={close}>
      <input
        class="switcher-field"
        role="combobox"
        aria-label={text.switcherField}
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
      <p class="switcher-hint">{fill(text.prefixes, caps)}</p>
      {entry.kind === 'notes' && (
        <p class="switcher-hint">{fill(text.opensTab, { keys: <Keycaps sequence="Mod+Enter" /> })}</p>
      )}
    </Dialog>
  );
}

interface ItemsProps {
  readonly id: string;
  readonly items: readonly Item[];
  readonly current: number;
  readonly onTake: (item: Item) => void;
}

const Items = ({ id, items, current, onTake }: ItemsProps) => (
  <div id={id} role="listbox" aria-label={text.found} class="switcher-items">
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
        <span class="switcher-label">{item.label}</span>
        {item.detail !== undefined && <span class="switcher-detail">{item.detail}</span>}
        {item.keys?.map((sequence) => (
          <span key={sequence}>
            <Keycaps sequence={sequence} />
          </span>
        ))}
      </div>
    ))}
  </div>
);
