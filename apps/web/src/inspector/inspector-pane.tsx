import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { paneToggle } from '../shell/pane-toggle.js';
import { sideLocation } from '../shell/panes.js';
import { Icon } from '../ui/icon.js';
import { Splitter, usePaneWidth } from '../ui/splitter.js';
import { chooseTab, Inspector, type TabName } from './inspector.js';
import type { InspectorProps } from './inspector-props.js';
import type { Field } from './requested-focus.js';
import { text } from './texts.js';

const ID = 'inspector';
const WIDTH_PX = { min: 220, max: 480 };

const pane = paneToggle('inspector', '(width < 1280px)', () => sideLocation.value !== undefined);

export const toggleInspector = pane.toggle;

/** Opens the pane with a tab, and focuses a field of it. */
export function showTab(name: TabName, field?: Field): void {
  chooseTab(name, field);
  if (!pane.isOpen()) pane.toggle();
}

/**
 * Button of the pane. Where the pane covers the note, the browser opens and closes it as the popover of this button.
 */
export const InspectorToggle = () => (
  <button
    type="button"
    aria-expanded={pane.isOpen()}
    aria-controls={ID}
    aria-label={text.inspector}
    title={text.toggle}
    {...(pane.isNarrow() ? { popovertarget: ID } : { onClick: toggleInspector })}
  >
    <Icon name="panel" />
  </button>
);

/** The inspector beside the note, or above it where there is no room. */
export function InspectorPane({ onGoTo, ...rest }: InspectorProps) {
  const goTo = (line: number) => {
    if (pane.isOver()) pane.toggle();
    onGoTo(line);
  };
  const { width, onDrag, onValue } = usePaneWidth('inspectorWidth');
  const inspector = <Inspector {...rest} onGoTo={goTo} />;
  if (pane.isNarrow()) return <InspectorPopover>{inspector}</InspectorPopover>;
  if (!pane.isOpen()) return null;
  return (
    <>
      <Splitter
        label={text.width}
        value={width}
        {...WIDTH_PX}
        sets="after"
        onDrag={onDrag}
        onValue={onValue}
        onToggle={toggleInspector}
      />
      <aside id={ID} class="inspector-pane" style={{ inlineSize: `${width}px` }}>
        {inspector}
      </aside>
    </>
  );
}

/** The pane as a popover: Esc or a click outside closes it, and the browser restores focus. */
function InspectorPopover({ children }: { readonly children: ComponentChildren }) {
  const ref = useRef<HTMLElement>(null);
  const isOpen = pane.isOpen();
  useLayoutEffect(() => {
    const popover = ref.current as HTMLElement;
    popover.togglePopover(isOpen);
    if (isOpen) popover.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [isOpen]);
  const follow = ({ newState }: Pick<ToggleEvent, 'newState'>) => {
    if ((newState === 'open') !== pane.isOpen()) pane.toggle();
  };
  return (
    <aside ref={ref} id={ID} popover="auto" class="inspector-pane over" onToggle={follow}>
      {isOpen && children}
      <button type="button" class="inspector-close" aria-label={text.close} popovertarget={ID}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
