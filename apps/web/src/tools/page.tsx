import type { ComponentChildren } from 'preact';
import { href } from '../app/router.js';
import { text } from './texts.js';
import './tools.css';

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
        <nav class="page-tabs" aria-label={title}>
          {tabs.map(([path, label]) => (
            <a key={path} href={href(path.split('/'))} aria-current={path === tab ? 'page' : undefined}>
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

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
}

/** Names and what they are, in two columns. */
export const Facts = ({ facts }: FactsProps) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface TableProps {
  readonly label: string;
  /** An empty one is over what can be done with each row. */
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
}

/** A table that scrolls within its own width. */
export const DataTable = ({ label, heads, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  <section class="table-frame" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head === '' ? <span class="visually-hidden">{text.actions}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
