import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { scrollToNearest } from './scroll-to-nearest.js';
import { useId } from './unique-id.js';
import './listbox.css';

interface Listing {
  /** Number of options. */
  readonly count: number;
  /** Initially active option: the first, or -1 for none. */
  readonly first?: 0 | -1;
  readonly onChoose: (index: number, event: KeyboardEvent | MouseEvent) => void;
}

/** Options below a field: the field keeps the focus, arrows choose, Enter accepts. */
export interface Listbox {
  readonly id: string;
  readonly current: number;
  readonly onChoose: Listing['onChoose'];
  /** Returns to the initial option, after the options changed. */
  readonly reset: () => void;
  /** Handles a key press. Returns true when the list or an input method uses the key. */
  readonly press: (event: KeyboardEvent) => boolean;
  /** Attributes of the field. */
  readonly field: Readonly<Record<string, unknown>>;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function useListbox({ count, first = 0, onChoose }: Listing): Listbox {
  const [at, setAt] = useState<number>(first);
  const id = useId();
  const current = Math.min(at, count - 1);
  useEffect(() => scrollToNearest(document.getElementById(`${id}-${current}`)), [id, current]);
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return true;
    const step = steps[event.key];
    if (count === 0 || (step === undefined && (event.key !== 'Enter' || current < 0))) return false;
    event.preventDefault();
    const size = count - first;
    if (step === undefined) onChoose(current, event);
    else setAt(((current - first + step + size) % size) + first);
    return true;
  };
  const field = {
    role: 'combobox',
    'aria-expanded': count > 0,
    'aria-controls': id,
    'aria-autocomplete': 'list',
    'aria-activedescendant': current < 0 ? undefined : `${id}-${current}`,
    autocomplete: 'off',
  };
  return { id, current, onChoose, reset: () => setAt(first), press, field };
}

interface OptionProps {
  readonly box: Listbox;
  readonly index: number;
  readonly children: ComponentChildren;
}

/** An option, which a click accepts as well. */
export const Option = ({ box, index, children }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of its list.
  // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the current option.
  <div
    id={`${box.id}-${index}`}
    class="option"
    role="option"
    aria-selected={index === box.current}
    onMouseDown={(event) => event.preventDefault()}
    onClick={(event) => box.onChoose(index, event)}
  >
    {children}
  </div>
);

interface OptionsProps {
  readonly box: Listbox;
  readonly label: string;
  readonly options: readonly (readonly [key: string, shown: string])[];
}

/** The options, above the content below the field; hidden when there are none. */
export const Options = ({ box, label, options }: OptionsProps) => (
  <div id={box.id} class="options raised" role="listbox" aria-label={label} hidden={options.length === 0}>
    {options.map(([key, shown], index) => (
      <Option key={key} box={box} index={index}>
        {shown}
      </Option>
    ))}
  </div>
);
