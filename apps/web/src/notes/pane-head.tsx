import type { ComponentChildren } from 'preact';

interface HeadProps {
  readonly title: string;
  /** Before the title. */
  readonly mark?: ComponentChildren;
  /** What can be done with all that is listed. */
  readonly children?: ComponentChildren;
}

/** Above a list: what is listed. */
export const PaneHead = ({ title, mark, children }: HeadProps) => (
  <div class="pane-head">
    <h1>
      {mark}
      <span>{title}</span>
    </h1>
    {children}
  </div>
);
