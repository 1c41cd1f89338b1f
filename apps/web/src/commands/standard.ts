import { go, place } from '../app/router.js';
import { change, settings } from '../app/settings.js';
import { toggleSidebar } from '../app/sidebar-toggle.js';
import { openSheet, openSwitcher } from './open.js';
import { stepPane } from './panes.js';
import type { Command } from './registry.js';

const goes = (path: string, title: string, keys: readonly string[] = []): Command => ({
  id: `go ${path}`,
  title,
  keys,
  run: () => go(path.split('/').filter((segment) => segment !== '')),
});

/** The note that is open, if one is. */
export function openNote(): string | undefined {
  const [screen, id] = place.value.segments;
  return screen === 'n' ? id : undefined;
}

const onNote = (id: string, title: string, keys: readonly string[], run: (note: string) => void): Command => ({
  id,
  title,
  keys,
  applies: () => openNote() !== undefined,
  run: () => run(openNote() as string),
});

const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const;

/** What can be done wherever one is. */
export const standardCommands: readonly Command[] = [
  { id: 'switch', title: 'Find a note', keys: ['Mod+K'], run: () => openSwitcher() },
  { id: 'commands', title: 'Run a command', keys: [], run: () => openSwitcher('>') },
  { id: 'sheet', title: 'Show the keys', keys: ['?'], run: openSheet },
  goes('new', 'New note', ['c', 'Mod+. n']),
  goes('search', 'Search', ['/', 'Mod+Shift+F']),
  goes('', 'Go to all notes', ['g a']),
  goes('trash', 'Go to Trash', ['g t']),
  goes('tasks', 'Go to tasks', ['g k']),
  goes('graph', 'Go to the graph', ['g g']),
  goes('jobs', 'Go to jobs', ['g j']),
  goes('sync', 'Go to sync', ['g s']),
  goes('tags', 'Go to tags'),
  goes('templates', 'New note from a template', ['Mod+. t']),
  goes('attachments', 'Go to attachments'),
  goes('health', 'Go to health'),
  goes('plan', 'Plan what leaves the library'),
  goes('media', 'Check an address of remote media'),
  goes('settings', 'Open settings'),
  goes('settings/keys', 'Change keys'),
  goes('settings/status', 'Show the status'),
  goes('settings/connect', 'Connect an AI client'),
  onNote('history', 'Show the history of this note', ['Mod+. h'], (note) => go(['n', note, 'history'])),
  onNote('graph here', 'Show the graph around this note', ['Mod+. g'], (note) => go(['graph'], { roots: note })),
  {
    id: 'theme',
    title: 'Change the theme',
    keys: [],
    run: () => change({ theme: nextTheme[settings.value.theme] }),
  },
  { id: 'sidebar', title: 'Show or hide the sidebar', keys: ['Mod+\\'], run: toggleSidebar },
  { id: 'next pane', title: 'Go to the next pane', keys: ['F6'], run: () => stepPane(1) },
  { id: 'previous pane', title: 'Go to the previous pane', keys: ['Shift+F6'], run: () => stepPane(-1) },
];
