import type { ComponentChildren } from 'preact';

interface HeadProps {
  readonly title: string;
  /** Content before the title. */
  readonly mark?: ComponentChildren;
  /** Actions on the whole list. */
  readonly children?: ComponentChildren;
}

/** Header of a list. */
export const PaneHead = ({ title, mark, children }: HeadProps) => (
  <div class="pane-head">
    <h1>
      {mark}
      <span>{title}</span>
    </h1>
    {children}
  </div>
);
