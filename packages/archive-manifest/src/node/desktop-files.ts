/** Files that macOS and Windows create in folders opened in a file manager. */
const DESKTOP_FILES: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Returns true for the name of a file that a file manager creates by itself. Such a file holds no user data. */
export const isDesktopFile = (name: string): boolean => DESKTOP_FILES.has(name);
