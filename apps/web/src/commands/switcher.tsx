import { useLayoutEffect, useState } from 'preact/hooks';
import { Marked } from '../notes/row.js';
import { fill } from '../text/catalogue.js';
import { Dialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { type Listbox, Option, useListbox } from '../ui/listbox.js';
import { type Entry, parseEntry, prefixes } from './entry.js';
import { creationItem, type Item, useItems } from './items.js';
import { Keycaps } from './keycaps.js';
import { closeOverlay, type Overlay } from './overlay.js';
import { text } from './switcher-texts.js';

const emptyTexts: Readonly<Record<Entry['kind'], string>> = {
  notes: text.noNote,
  commands: text.noCommand,
  tags: text.noTag,
  query: text.noQuery,
  headings: text.noHeading,
  line: text.noLine,
};

/** Keycaps of the prefix of each kind of query. */
const caps = Object.fromEntries(
  Object.entries(prefixes).map(([prefix, kind]) => [kind, <kbd key={kind}>{prefix}</kbd>]),
);

interface SwitcherProps {
  readonly overlay: Overlay;
  readonly initialText: string;
}

/** Finds notes, commands, tags and locations by typed text: arrows choose, Enter opens. */
export function Switcher({ overlay, initialText }: SwitcherProps) {
  const [typed, setTyped] = useState(initialText);
  const close = () => closeOverlay(overlay);
  const entry = parseEntry(typed);
  const { items, isSettled, readCount } = useItems(entry);
  const [isWaiting, setWaiting] = useState(false);
  const finish = (item: Item | undefined, isAtSide = false) => {
    if (item === undefined) return;
    close();
    if (isAtSide && item.openAtSide !== undefined) queueMicrotask(item.openAtSide);
    // Runs after the dialog has closed and restored focus, because a command may use or move it.
    else queueMicrotask(item.run);
  };
  const box = useListbox({
    count: items.length,
    onChoose: (index, { ctrlKey, metaKey }) => finish(items[index], ctrlKey || metaKey),
  });
  // Enter pressed before the rows for the text are here opens the first of them.
  useLayoutEffect(() => {
    if (isWaiting && isSettled) finish(items[0]);
  }, [isWaiting, isSettled]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !isSettled && !event.isComposing) {
      event.preventDefault();
      return setWaiting(true);
    }
    const creates = event.key === 'Enter' && event.shiftKey && entry.kind === 'notes' && entry.text !== '';
    if (!creates || event.isComposing) return void box.press(event);
    event.preventDefault();
    finish(creationItem(entry.text));
  };
  return (
    <Dialog title={text.switcherTitle} onClose={close}>
      <input
        dir="auto"
        {...box.field}
        class="switcher-field"
        aria-label={text.switcherField}
        autofocus
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setWaiting(false);
          box.reset();
        }}
        onKeyDown={press}
      />
      <Items box={box} items={items} />
      {entry.kind === 'notes' && readCount !== undefined && readCount > 0 && (
        <p class="switcher-hint" role="status">
          {text.readingNotes(readCount)}
        </p>
      )}
      {items.length === 0 && isSettled && <p class="switcher-hint">{emptyTexts[entry.kind]}</p>}
      <p class="switcher-hint">{fill(text.prefixes, caps)}</p>
      {entry.kind === 'notes' && (
        <p class="switcher-hint keys">{fill(text.opensAtSide, { keys: <Keycaps sequence="Mod+Enter" /> })}</p>
      )}
    </Dialog>
  );
}

interface ItemsProps {
  readonly box: Listbox;
  readonly items: readonly Item[];
}

/** Search results scroll; actions on the typed text stay visible below them. */
function Items({ box, items }: ItemsProps) {
  const found = items.filter(({ isFallback }) => isFallback !== true).length;
  const line = (item: Item, index: number) => (
    <Option key={item.id} box={box} index={index}>
      {item.icon !== undefined && <Icon name={item.icon} />}
      <span class="switcher-label" dir="auto">
        <Marked text={item.label} ranges={item.ranges ?? []} />
      </span>
      {item.detail !== undefined && (
        <span class="switcher-detail" dir="auto">
          {item.detail}
        </span>
      )}
      {item.keys?.map((sequence) => (
        <span key={sequence}>
          <Keycaps sequence={sequence} />
        </span>
      ))}
    </Option>
  );
  return (
    <div id={box.id} role="listbox" aria-label={text.results} class="switcher-items">
      <div role="presentation" class="switcher-found">
        {items.slice(0, found).map(line)}
      </div>
      {items.slice(found).map((item, index) => line(item, found + index))}
    </div>
  );
}
