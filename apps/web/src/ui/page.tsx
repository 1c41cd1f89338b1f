import type { ComponentChildren } from 'preact';
import { href, segmentsOf } from '../app/router.js';
import './page.css';
import './tabs.css';

interface PageProps {
  readonly title: string;
  /** The screens beside this one: path, and what it is called. */
  readonly tabs?: readonly (readonly [path: string, label: string])[];
  readonly tab?: string;
  readonly children: ComponentChildren;
}

/** A screen that takes all of the width: its name, those beside it, and what it shows. */
export const Page = ({ title, tabs, tab, children }: PageProps) => (
  <div class="page">
    <header class="page-head">
      <h1>{title}</h1>
      {tabs && (
        <nav class="tabs" aria-label={title}>
          {tabs.map(([path, label]) => (
            <a key={path} class="tab" href={href(segmentsOf(path))} aria-current={path === tab ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      )}
    </header>
    {children}
  </div>
);

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
