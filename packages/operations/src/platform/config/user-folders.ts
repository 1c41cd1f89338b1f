import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { ConfigError } from './config-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Folders of this program in the home of the user. They may not exist. */
export interface UserFolders {
  readonly data: string;
  readonly config: string;
  readonly cache: string;
}

const NAME = 'notes';

/**
 * Locates the folders of this program: by the XDG Base Directory Specification on Linux, in the folders of the system
 * elsewhere. A variable that is empty or has no absolute path counts as unset, as the specification requires: otherwise
 * the library would be a different one in each working directory.
 *
 * @throws ConfigError when neither HOME nor the system names a home folder, and a folder is below it
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function locateUserFolders(environment: Environment, platform = process.platform): UserFolders {
  const locate = (variable: string, ...below: string[]) => {
    const value = environment[variable];
    return value !== undefined && isAbsolute(value) ? value : join(locateHome(), ...below);
  };
  switch (platform) {
    case 'darwin': {
      const library = join(locateHome(), 'Library');
      return {
        data: join(library, 'Application Support', NAME),
        config: join(library, 'Preferences', NAME),
        cache: join(library, 'Caches', NAME),
      };
    }
    case 'win32': {
      const local = join(locate('LOCALAPPDATA', 'AppData', 'Local'), NAME);
      const roaming = join(locate('APPDATA', 'AppData', 'Roaming'), NAME);
      return { data: join(local, 'Data'), config: join(roaming, 'Config'), cache: join(local, 'Cache') };
    }
    default:
      return {
        data: join(locate('XDG_DATA_HOME', '.local', 'share'), NAME),
        config: join(locate('XDG_CONFIG_HOME', '.config'), NAME),
        cache: join(locate('XDG_CACHE_HOME', '.cache'), NAME),
      };
  }
}

/**
 * Returns the home folder of the user.
 *
 * @throws ConfigError when HOME is not an absolute path and the system has no home folder of the user
 */
export function locateHome(): string {
  for (const readHome of [homedir, () => userInfo().homedir]) {
    try {
      const home = readHome();
      if (isAbsolute(home)) return home;
    } catch {
      // The system throws for a user without an entry, as in a container.
    }
  }
  throw new ConfigError('HOME: this user has no home folder. Set HOME to an absolute path, or give --data-dir');
}
