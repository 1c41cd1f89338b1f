import { spawn } from 'node:child_process';

/** Command that opens an address, by platform; other platforms use {@link OPENER}. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const OPENER = ['xdg-open'];

/** Asks the desktop to open an address. Resolves to false when there is no desktop. */
export function openInBrowser(url: string): Promise<boolean> {
  const [command, ...args] = OPENERS[process.platform] ?? OPENER;
  return new Promise((resolve) => {
    const child = spawn(command as string, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
