import { effect, signal } from '@preact/signals';

/** The longest lines of text, as CSS has lengths. */
const lineWidths = { narrow: '60ch', medium: '72ch', wide: '96ch', full: 'none' } as const;

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

const KEY = 'notes.settings';
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

export const settings = signal<Settings>({ ...standard, ...stored() });

/** What another version stored may lack fields, or not be JSON at all. */
function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  localStorage.setItem(KEY, JSON.stringify(settings.value));
}

effect(() => {
  const { theme, density, proseFace, proseSize, proseWidth } = settings.value;
  const { dataset, style } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.density = density;
  dataset.prose = proseFace;
  style.setProperty('--prose-size', `${proseSize}px`);
  style.setProperty('--prose-width', lineWidths[proseWidth]);
});
