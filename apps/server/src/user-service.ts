import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigError, type ConfigFlags, type LoadedConfig } from '@notes/operations/config';

/** What starts programs at login on a platform. */
interface Starter {
  /** The file that tells it of the service of a profile. */
  readonly file: (profile: string) => string;
  readonly content: (profile: string, command: readonly string[]) => string;
  /** Commands by which a person puts the file to use, and out of it. */
  readonly enable: (profile: string) => string;
  readonly disable: (profile: string) => string;
}

const unitName = (profile: string) => (profile === 'default' ? 'notes.service' : `notes-${profile}.service`);
const label = (profile: string) => `notes.${profile}`;

/** See systemd.unit(5) and systemd.service(5); `%` and `$` stand for themselves when doubled. */
const systemd: Starter = {
  file: (profile) => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'systemd/user', unitName(profile)),
  content: (profile, command) => `[Unit]
Description=Notes (${profile})

[Service]
ExecStart=${command.map((word) => `"${word.replace(/["\\]/g, '\\$&').replace(/[%$]/g, '$&$&')}"`).join(' ')}
Restart=on-failure

[Install]
WantedBy=default.target
`,
  enable: (profile) => `systemctl --user enable --now ${unitName(profile)}`,
  disable: (profile) => `systemctl --user disable --now ${unitName(profile)}`,
};

/** See launchd.plist(5). */
const launchd: Starter = {
  file: (profile) => join(homedir(), 'Library/LaunchAgents', `${label(profile)}.plist`),
  content: (profile, command) => `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label(profile)}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${xmlText(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
</dict>
</plist>
`,
  enable: (profile) => `launchctl load ${launchd.file(profile)}`,
  disable: (profile) => `launchctl unload ${launchd.file(profile)}`,
};

const xmlText = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] as string);

const starters: Readonly<Partial<Record<NodeJS.Platform, Starter>>> = { linux: systemd, darwin: launchd };

/** @throws ConfigError where the platform starts programs in another way */
function starter(): Starter {
  const found = starters[process.platform];
  if (found === undefined)
    throw new ConfigError(`${process.platform}: add notes-server to what starts at login by hand`);
  return found;
}

/**
 * Writes the file by which the service of a profile starts at login; answers what to tell the user.
 *
 * @throws ConfigError where that is not known
 */
export function installService({ profile, dataDir, configPath }: LoadedConfig, flags: ConfigFlags): string[] {
  const { file, content, enable } = starter();
  const path = file(profile);
  const places = [
    ...(flags.dataDir === undefined ? [] : ['--data-dir', dataDir]),
    ...(flags.config === undefined ? [] : ['--config', configPath]),
    ...(flags.set ?? []).flatMap((pair) => ['--set', pair]),
  ];
  const program = realpathSync(process.argv[1] as string);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content(profile, [process.execPath, program, 'serve', '--profile', profile, ...places]));
  return [`Written: ${path}`, `Now and at each login: ${enable(profile)}`];
}

/** Takes away the file of {@link installService}; answers what to tell the user. */
export function uninstallService({ profile }: LoadedConfig): string[] {
  const { file, disable } = starter();
  const path = file(profile);
  if (!existsSync(path)) return [`There is no ${path}`];
  rmSync(path);
  return [`Removed: ${path}`, `If it runs still: ${disable(profile)}`];
}
