import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { showCurrentTab } from './show-current-tab.js';
import { useId } from './unique-id.js';
import './tabs.css';

interface TabsProps<Name extends string> {
  /** Label of the group of tabs. */
  readonly label: string;
  readonly tabs: readonly (readonly [name: Name, label: string])[];
  readonly current: Name;
  readonly onChoose: (name: Name) => void;
  /** Content of the current tab. */
  readonly children: ComponentChildren;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A tabbed panel: the tabs are a single Tab stop, and arrow keys move between them. */
export function Tabs<Name extends string>({ label, tabs, current, onChoose, children }: TabsProps<Name>) {
  const id = useId();
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => showCurrentTab(line.current), [current]);
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined) return;
    const at = tabs.findIndex(([name]) => name === current) + by;
    const [next] = tabs.at(at % tabs.length) as TabsProps<Name>['tabs'][number];
    onChoose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <>
      <div ref={line} class="tabs" role="tablist" aria-label={label} onKeyDown={step}>
        {tabs.map(([name, title]) => (
          <button
            key={name}
            type="button"
            class="tab"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={id}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, also where it holds nothing to step to. */}
      <div class="tab-panel" role="tabpanel" id={id} aria-labelledby={`${id}-${current}`} tabIndex={0}>
        {children}
      </div>
    </>
  );
}
