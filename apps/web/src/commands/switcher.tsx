import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { holdKey } from '../kernel/hold-key.js';
import { holdTypedText } from '../kernel/note-focus.js';
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
  /** Text typed before the switcher was loaded: the query, and behind a line break what was typed after Enter. */
  readonly initialText: string;
}

/** Pane in which Enter, pressed before the rows for the text are here, opens the first of them. */
type Choice = 'used' | 'side';

/** Finds notes, commands, tags and locations by typed text: arrows choose, Enter opens. */
export function Switcher({ overlay, initialText }: SwitcherProps) {
  const [query = '', ...afterEnter] = initialText.split('\n');
  const [typed, setTyped] = useState(query);
  const close = () => closeOverlay(overlay);
  const entry = parseEntry(typed);
  const { items, isSettled, readCount } = useItems(entry);
  const [choice, setChoice] = useState<Choice | undefined>(afterEnter.length === 0 ? undefined : 'used');
  /** Text typed since Enter, for the note that opens. */
  const held = useRef(afterEnter.join('\n'));
  const finish = (item: Item | undefined, isAtSide = false) => {
    if (item === undefined) return;
    close();
    const run = (isAtSide && item.openAtSide) || item.run;
    // Runs after the dialog has closed and restored focus, because a command may use or move it.
    queueMicrotask(() => {
      run();
      holdTypedText(held.current);
    });
  };
  const box = useListbox({
    count: items.length,
    onChoose: (index, { ctrlKey, metaKey }) => finish(items[index], ctrlKey || metaKey),
  });
  useLayoutEffect(() => {
    if (choice === undefined || !isSettled) return;
    if (items.length > 0) return finish(items[0], choice === 'side');
    // Without a row the text typed meanwhile continues the query.
    setTyped(typed + held.current);
    setChoice(undefined);
    held.current = '';
  }, [choice, isSettled]);
  const press = (event: KeyboardEvent) => {
    if (choice !== undefined) {
      held.current = holdKey(held.current, event);
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey && !isSettled && !event.isComposing) {
      event.preventDefault();
      return setChoice(event.ctrlKey || event.metaKey ? 'side' : 'used');
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
        readOnly={choice !== undefined}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          box.reset();
        }}
        onKeyDown={press}
      />
      <Items box={box} items={items} isBusy={choice !== undefined} />
      {choice !== undefined && (
        <p class="switcher-hint" role="status">
          {text.opensWhenFound}
        </p>
      )}
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
  /** True while the first result is waited for. */
  readonly isBusy: boolean;
}

/** Search results scroll; actions on the typed text stay visible below them. */
function Items({ box, items, isBusy }: ItemsProps) {
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
    <div id={box.id} role="listbox" aria-label={text.results} aria-busy={isBusy} class="switcher-items">
      <div role="presentation" class="switcher-found">
        {items.slice(0, found).map(line)}
      </div>
      {items.slice(found).map((item, index) => line(item, found + index))}
    </div>
  );
}
