/** The longest lines of text, as CSS has lengths. */
export const lineWidths = { narrow: '60ch', medium: '72ch', wide: '96ch', full: 'none' } as const;

/** Choices of this browser. */
export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
  readonly proseFace: 'serif' | 'sans' | 'mono';
  /** In pixels, 14 to 20. */
  readonly proseSize: number;
  readonly proseWidth: keyof typeof lineWidths;
  /** How a note is opened: in this mode, or in that of the last one. */
  readonly opensIn: 'last' | 'live' | 'split' | 'read' | 'source';
  /** Whether the browser marks what it takes for misspelt. */
  readonly spelling: boolean;
  readonly singleKeys: boolean;
  /** Whether the sidebar stands open where there is room for it. */
  readonly sidebar: boolean;
  /** Whether what there is to know of a note stands beside it where there is room. */
  readonly inspector: boolean;
  /** Width of the sidebar in pixels. */
  readonly sidebarWidth: number;
  /** Whether the list stands beside what is open, where there is room for both. */
  readonly list: boolean;
  /** Width of the list pane in pixels. */
  readonly listWidth: number;
  /** Branches of the sidebar that are closed. */
  readonly closedBranches: readonly string[];
  /** Width of the inspector in pixels. */
  readonly inspectorWidth: number;
}

const standard: Settings = {
  theme: 'system',
  density: 'comfortable',
  proseFace: 'serif',
  proseSize: 16,
  proseWidth: 'medium',
  opensIn: 'last',
  spelling: true,
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
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const between =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
const isWidth = between(100, 1_000);
const isFlag = oneOf(true, false);
const areTexts: Check = (value) => Array.isArray(value) && value.every((one) => typeof one === 'string');

const checks: Readonly<Record<keyof Settings, Check>> = {
  theme: oneOf('system', 'light', 'dark'),
  density: oneOf('comfortable', 'compact'),
  proseFace: oneOf('serif', 'sans', 'mono'),
  proseSize: between(14, 20),
  proseWidth: oneOf(...Object.keys(lineWidths)),
  opensIn: oneOf('last', 'live', 'split', 'read', 'source'),
  spelling: isFlag,
  singleKeys: isFlag,
  sidebar: isFlag,
  inspector: isFlag,
  sidebarWidth: isWidth,
  list: isFlag,
  listWidth: isWidth,
  closedBranches: areTexts,
  inspectorWidth: isWidth,
};

/** The choices a text holds. What another version stored, or a hand, may lack fields or be anything: that is as it is at first. */
export function settingsOf(stored: string | null): Settings {
  const given = fieldsOf(stored);
  const valid = Object.entries(checks).flatMap(([name, check]) => {
    const value = given.get(name);
    return check(value) ? [[name, value]] : [];
  });
  return { ...standard, ...(Object.fromEntries(valid) as Partial<Settings>) };
}

function fieldsOf(stored: string | null): ReadonlyMap<string, unknown> {
  try {
    return new Map(Object.entries(JSON.parse(stored ?? '{}') ?? {}));
  } catch {
    return new Map();
  }
}
