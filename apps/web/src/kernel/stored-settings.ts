/** Maximum line lengths of text, as CSS lengths. */
export const lineWidths = { narrow: '60ch', medium: '72ch', wide: '96ch', full: 'none' } as const;

/** Settings of this browser. */
export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
  readonly proseFace: 'serif' | 'sans' | 'mono';
  /** Font size of prose in pixels, 14 to 20. */
  readonly proseSize: number;
  readonly proseWidth: keyof typeof lineWidths;
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
  /** Collapsed branches of the sidebar. */
  readonly closedBranches: readonly string[];
  /** Width of the inspector in pixels. */
  readonly inspectorWidth: number;
}

const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  proseFace: 'serif',
  proseSize: 16,
  proseWidth: 'medium',
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
  closedBranches: [],
  inspectorWidth: 264,
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
const areTexts: Check = (value) => Array.isArray(value) && value.every((one) => typeof one === 'string');

const checks: Readonly<Record<keyof Settings, Check>> = {
  theme: isIn('system', 'light', 'dark'),
  density: isIn('comfortable', 'compact'),
  proseFace: isIn('serif', 'sans', 'mono'),
  proseSize: isBetween(14, 20),
  proseWidth: isIn(...Object.keys(lineWidths)),
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
  closedBranches: areTexts,
  inspectorWidth: isWidth,
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
