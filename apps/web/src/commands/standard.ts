import { getNewNoteQuery } from '../kernel/new-note.js';
import { go, splitPath } from '../kernel/router.js';
import { changeSettings, settings } from '../kernel/settings.js';
import { changeTheme } from '../kernel/theme.js';
import { closeSide, sideLocation, usedLocation } from '../shell/panes.js';
import { toggleSidebar } from '../shell/sidebar-toggle.js';
import { openSheet, openSwitcher } from './overlay.js';
import type { Command } from './registry.js';
import { hasRows, stepRows } from './rows.js';
import { text } from './texts.js';

const createGoCommand = (
  path: string,
  title: string,
  keys: readonly string[] = [],
  group: Command['group'] = 'go',
): Command => ({
  id: `go ${path}`,
  group,
  title,
  keys,
  run: () => go(splitPath(path)),
});

/** Returns the id of the open note, if any. */
export function openNote(): string | undefined {
  const [screen, id] = usedLocation().segments;
  return screen === 'n' ? id : undefined;
}

const onNote = (id: string, title: string, keys: readonly string[], run: (note: string) => void): Command => ({
  id,
  group: 'note',
  title,
  keys,
  applies: () => openNote() !== undefined,
  run: () => run(openNote() as string),
});

const views = (id: string, title: string, keys: readonly string[], run: () => void): Command => ({
  id,
  group: 'view',
  title,
  keys,
  run,
});

/** Opens the daily note before or after the open note, or before or after today. */
function stepDay(step: '1' | '-1'): void {
  const from = openNote();
  go(['today'], { step, ...(from !== undefined && { from }) });
}

/** Commands available on every screen. */
export const standardCommands: readonly Command[] = [
  { id: 'switch', group: 'find', title: text.findNote, keys: ['Mod+K'], run: () => openSwitcher() },
  { id: 'commands', group: 'find', title: text.runCommand, keys: [], run: () => openSwitcher('>') },
  createGoCommand('search', text.search, ['/', 'Mod+Shift+F'], 'find'),
  {
    id: 'go new',
    group: 'find',
    title: text.newNote,
    keys: ['c', 'Mod+. n'],
    run: () => go(['new'], getNewNoteQuery()),
  },
  createGoCommand('templates', text.newFromTemplate, ['Mod+. t'], 'find'),
  { id: 'today', group: 'find', title: text.openToday, keys: ['g d'], run: () => go(['today']) },
  { id: 'previous day', group: 'find', title: text.previousDay, keys: ['g p'], run: () => stepDay('-1') },
  { id: 'next day', group: 'find', title: text.nextDay, keys: ['g n'], run: () => stepDay('1') },
  createGoCommand('', text.goAll, ['g a']),
  createGoCommand('trash', text.goTrash, ['g t']),
  createGoCommand('calendar', text.goCalendar, ['g c']),
  createGoCommand('tasks', text.goTasks, ['g k']),
  createGoCommand('graph', text.goGraph, ['g g']),
  createGoCommand('graph/path', text.goPath),
  createGoCommand('graph/report', text.goReport),
  createGoCommand('jobs', text.goJobs, ['g j']),
  createGoCommand('sync', text.goSync, ['g s']),
  createGoCommand('tags', text.goTags),
  createGoCommand('attachments', text.goAttachments),
  createGoCommand('health', text.goHealth),
  createGoCommand('health/gc', text.goUnused),
  createGoCommand('plan', text.goPlan),
  createGoCommand('media', text.goMedia),
  createGoCommand('settings', text.openSettings),
  createGoCommand('settings/editor', text.editorSettings),
  createGoCommand('settings/keys', text.changeKeys),
  createGoCommand('settings/status', text.showStatus),
  createGoCommand('settings/import', text.importNotes),
  createGoCommand('settings/connect', text.connectClient),
  createGoCommand('settings/about', text.about),
  onNote('history', text.noteHistory, ['Mod+. h'], (note) => go(['n', note, 'history'])),
  onNote('graph here', text.noteGraph, ['Mod+. g'], (note) => go(['graph'], { roots: note })),
  views('theme', text.changeTheme, [], changeTheme),
  views('sidebar', text.toggleSidebar, ['Mod+\\'], toggleSidebar),
  views('list', text.toggleList, [], () => changeSettings({ list: !settings.value.list })),
  { ...views('close side', text.closeSide, [], closeSide), applies: () => sideLocation.value !== undefined },
  views('next pane', text.nextPane, ['F6'], () => stepPane(1)),
  views('previous pane', text.previousPane, ['Shift+F6'], () => stepPane(-1)),
  { ...views('next row', text.nextRow, ['j'], () => stepRows(1)), applies: hasRows },
  { ...views('previous row', text.previousRow, ['k'], () => stepRows(-1)), applies: hasRows },
  views('sheet', text.showKeys, ['?'], openSheet),
];

const PANES = '.header, .sidebar, .list-pane, .main-pane, .side-pane, main:not(:has(> .workspace)), aside, .inspector';
const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea, [tabindex], [contenteditable="true"]';

/** Moves focus to the next or previous pane, and wraps around at the ends. */
export function stepPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(PANES)].filter((pane) => pane.checkVisibility());
  // Uses the innermost pane with focus: the inspector is nested in the pane of its note.
  const current = panes.findLastIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(current + by + panes.length) % panes.length];
  const focusable = [...(next?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find((one) => one.checkVisibility());
  (focusable ?? next)?.focus();
}
