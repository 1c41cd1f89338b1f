/** Maximum line lengths of text, as CSS lengths. */
export const lineWidths = { narrow: '60ch', medium: '72ch', wide: '96ch', full: 'none' } as const;

/** Orders of a list that the service offers: with a hyphen the newest first, or from Z to A. */
export const listOrders = ['updated_at', '-created_at', 'created_at', 'title', '-title'] as const;
export type ListOrder = (typeof listOrders)[number];

/** Settings of this browser. */
export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
  readonly proseFace: 'serif' | 'sans' | 'mono';
  /** Font size of prose in pixels, 14 to 20. */
  readonly proseSize: number;
  readonly proseWidth: keyof typeof lineWidths;
  /** True when a line end within a paragraph is shown as a line break. */
  readonly breaksLines: boolean;
  /** Mode in which a note is opened; `last` is the mode used last. */
  readonly opensIn: 'last' | 'live' | 'split' | 'read' | 'source';
  /** True when the browser's spelling check is on. */
  readonly spelling: boolean;
  /** True when brackets, quotes and marks are typed in pairs. */
  readonly pairs: boolean;
  /** Effect of a `#word` in the text: an offer to tag the note, after which the word stays or is removed; or nothing. */
  readonly hashTags: 'keep' | 'remove' | 'off';
  /** True when the keys of Vim are on. */
  readonly vim: boolean;
  readonly singleKeys: boolean;
  /** True when the sidebar is open where there is room for it. */
  readonly sidebar: boolean;
  /** True when the inspector is open beside a note where there is room. */
  readonly inspector: boolean;
  /** Width of the sidebar in pixels. */
  readonly sidebarWidth: number;
  /** True when the list is shown beside the open screen where there is room for both. */
  readonly list: boolean;
  /** Width of the list pane in pixels. */
  readonly listWidth: number;
  /** Order of the notes of a scope. */
  readonly listOrder: ListOrder;
  /** Collapsed branches of the sidebar. */
  readonly closedBranches: readonly string[];
  /** Ids of saved searches, notebooks and pinned notes that were put in an order by hand. */
  readonly manualOrder: readonly string[];
  /** True when the sidebar shows the calendar of daily notes. */
  readonly sidebarCalendar: boolean;
  /** Width of the inspector in pixels. */
  readonly inspectorWidth: number;
  /** Id of the notebook of daily notes; empty for the one called Journal. */
  readonly dailyNotebook: string;
  /** Pattern of the titles of daily notes, such as `YYYY-MM-DD`; may be invalid while it is typed. */
  readonly dailyTitle: string;
  /** Template of new daily notes: `auto` for the one titled Daily, `none`, or its id. */
  readonly dailyTemplate: string;
  /** True when this browser keeps the page and the last opened notes for times without the service. */
  readonly offline: boolean;
}

const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  proseFace: 'serif',
  proseSize: 16,
  proseWidth: 'medium',
  breaksLines: false,
  opensIn: 'last',
  spelling: true,
  pairs: true,
  hashTags: 'keep',
  vim: false,
  singleKeys: true,
  sidebar: true,
  inspector: true,
  sidebarWidth: 232,
  list: true,
  listWidth: 300,
  listOrder: 'updated_at',
  closedBranches: [],
  manualOrder: [],
  sidebarCalendar: false,
  inspectorWidth: 264,
  dailyNotebook: '',
  dailyTitle: 'YYYY-MM-DD',
  dailyTemplate: 'auto',
  offline: true,
};

type Check = (value: unknown) => boolean;
const isIn =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isBetween =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'number' && value >= min && value <= max;
const isWidth = isBetween(100, 1_000);
const isFlag = isIn(true, false);
const isText: Check = (value) => typeof value === 'string';
const areTexts: Check = (value) => Array.isArray(value) && value.every(isText);

const checks: Readonly<Record<keyof Settings, Check>> = {
  theme: isIn('system', 'light', 'dark'),
  density: isIn('comfortable', 'compact'),
  proseFace: isIn('serif', 'sans', 'mono'),
  proseSize: isBetween(14, 20),
  proseWidth: isIn(...Object.keys(lineWidths)),
  breaksLines: isFlag,
  opensIn: isIn('last', 'live', 'split', 'read', 'source'),
  spelling: isFlag,
  pairs: isFlag,
  hashTags: isIn('keep', 'remove', 'off'),
  vim: isFlag,
  singleKeys: isFlag,
  sidebar: isFlag,
  inspector: isFlag,
  sidebarWidth: isWidth,
  list: isFlag,
  listWidth: isWidth,
  listOrder: isIn(...listOrders),
  closedBranches: areTexts,
  manualOrder: areTexts,
  sidebarCalendar: isFlag,
  inspectorWidth: isWidth,
  dailyNotebook: isText,
  dailyTitle: isText,
  dailyTemplate: isText,
  offline: isFlag,
};

/** Parses stored settings. Missing or invalid fields, as from another version or a manual edit, get their defaults. */
export function parseSettings(stored: string | null): Settings {
  const fields = parseFields(stored);
  const valid = Object.entries(checks).flatMap(([name, check]) => {
    const value = fields.get(name);
    return check(value) ? [[name, value]] : [];
  });
  return { ...defaultSettings, ...(Object.fromEntries(valid) as Partial<Settings>) };
}

function parseFields(stored: string | null): ReadonlyMap<string, unknown> {
  try {
    return new Map(Object.entries(JSON.parse(stored ?? '{}') ?? {}));
  } catch {
    return new Map();
  }
}
