import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { href, splitPath } from '../kernel/router.js';
import { text } from '../kernel/texts.js';
import { useTitle } from '../kernel/title.js';
import { showCurrentTab } from './show-current-tab.js';
import { usePageScroll } from './use-page-scroll.js';
import './page.css';
import './tabs.css';

interface PageProps {
  readonly title: string;
  /** Sibling screens: path and label. */
  readonly tabs?: readonly (readonly [path: string, label: string])[];
  readonly tab?: string;
  /** Name of the object on the screen, put before `title` in the browser tab. */
  readonly about?: string | undefined;
  readonly children: ComponentChildren;
}

/** A screen of full width: its title, tabs and content. */
export function Page({ title, tabs, tab, about, children }: PageProps) {
  const line = useRef<HTMLElement>(null);
  useLayoutEffect(() => showCurrentTab(line.current), [tab]);
  usePageScroll();
  const part = about ?? tabs?.find(([path]) => path === tab)?.[1];
  useTitle(part === undefined || part === title ? title : text.partTitle(part, title));
  return (
    <div class="page">
      <header class="page-head">
        <h1>{title}</h1>
        {tabs && (
          <nav ref={line} class="tabs" aria-label={title}>
            {tabs.map(([path, label]) => (
              <a key={path} class="tab" href={href(splitPath(path))} aria-current={path === tab ? 'page' : undefined}>
                {label}
              </a>
            ))}
          </nav>
        )}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

export const Section = ({ title, children }: SectionProps) => (
  <section class="page-section">
    <h2>{title}</h2>
    {children}
  </section>
);
