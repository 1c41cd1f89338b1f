/** Line drawings on a 16 by 16 grid. */
const drawings = {
  attachment: 'm12.5 7.5-5 5a3 3 0 0 1-4.2-4.2l5.5-5.5a2 2 0 0 1 2.8 2.8l-5.4 5.4A1 1 0 0 1 4.8 9.6l4.7-4.7',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  bookmark: 'M4.5 2.5h7v11L8 10.5l-3.5 3z',
  calendar: 'M2.5 3.5h11v10h-11zm0 3.5h11M5.5 2v3m5-3v3',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  chevronDown: 'm4 6 4 4 4-4',
  chevronRight: 'm6 4 4 4-4 4',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8zm5 0v-3h-8v8h3',
  edit: 'M3 13l.7-3 7-7L13 5.3l-7 7zm6.5-8.8 2.3 2.3',
  graph:
    'M4 6a2 2 0 1 0 0-4 2 2 0 0 0 0 4zm8 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4zm-6 6a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5.9 4.5l4.2 1M4.4 6l1.2 4m1.8.6 3-3.1',
  health: 'M1.5 8.5h3l2-5 3 9.5 2-4.5h3',
  heading: 'M4 3v10m8-10v10M4 8h8',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.2 6.3A1.8 1.8 0 1 1 8 8.3v.9m0 2.1h.01',
  jobs: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zm0-9.5V8l2.5 1.5',
  lock: 'M4 7.5h8v6H4zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2',
  menu: 'M3 4.5h10M3 8h10M3 11.5h10',
  monitor: 'M2 3h12v8H2zm4 10.5h4M8 11v2.5',
  moon: 'M13.5 9.5a6 6 0 1 1-7-7 4.7 4.7 0 0 0 7 7z',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  notebook: 'M4 2.5h8.5v11H4A1.5 1.5 0 0 1 2.5 12V4A1.5 1.5 0 0 1 4 2.5zm1.5 0v11',
  notes: 'M2.5 5.5v8h8M5 2.5h8.5V11H5zm2.5 3H11M7.5 8H11',
  panel: 'M2.5 3h11v10h-11zm7.5 0v10',
  plus: 'M8 3.5v9M3.5 8h9',
  pin: 'M6 2.5h4l.5 5 2 2h-9l2-2zM8 9.5v4',
  report: 'M3.5 13.5v-5m4.5 5v-11m4.5 11v-7',
  return: 'M6 4 2.5 7.5 6 11M3 7.5h6.5a4 4 0 0 1 4 4v1',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zm3.5-1 3 3',
  select: 'M2 3.5h3v3H2zm0 6h3v3H2zM8 5h6m-6 6h6',
  settings:
    'M2 4.5h6m3.5 0H14m-12 7h2.5m3.5 0h6M9.8 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zm-3.6 7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  sort: 'M4.5 3v10m0 0L2 10.5M4.5 13 7 10.5M8.5 4H14M8.5 8h4M8.5 12h2.5',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm0-9.5v1m0 11v1M1.5 8h1m11 0h1M3.4 3.4l.7.7m7.8 7.8.7.7m-9.2 0 .7-.7m7.8-7.8.7-.7',
  sync: 'M13 6.5A5.3 5.3 0 0 0 3.6 5M3 2.5v2.7h2.7M3 9.5a5.3 5.3 0 0 0 9.4 1.5m.6 2.5v-2.7h-2.7',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6zm2.8 2.8h.01',
  task: 'M2.5 2.5h11v11h-11zM5 8l2 2 4-4.2',
  template: 'M2.5 2.5h11v3h-11zm0 5.5h5v5.5h-5zM10 8h3.5v5.5H10z',
  today: 'M2.5 3.5h11v10h-11zm0 3.5h11M5.5 2v3m5-3v3M6.5 10.2h3',
  trash: 'M3 4.5h10m-7 0v-2h4v2m-5.5 0 .5 9h6l.5-9M6.8 7v4m2.4-4v4',
  warning: 'M8 2.5l6 11H2zm0 4V10m0 1.8h.01',
} as const;

export type IconName = keyof typeof drawings;

interface IconProps {
  readonly name: IconName;
}

/** A decorative icon beside a word, or on a control with its own label; hidden from screen readers. */
export const Icon = ({ name }: IconProps) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
);
