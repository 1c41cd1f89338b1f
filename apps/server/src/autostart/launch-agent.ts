import { escapeXml, formatMarker, RESTART_SECONDS, type ServiceDefinition, STOP_SECONDS } from './definition.js';

export const getAgentLabel = (profile: string): string => `notes.${profile}`;

/**
 * Renders the agent of a service for launchd: see launchd.plist(5).
 *
 * @param logPath absolute path of the log file for standard error
 */
export function renderLaunchAgent(definition: ServiceDefinition, logPath: string): string {
  const { profile, dataDir, command, environment } = definition;
  const text = (value: string) => `<string>${escapeXml(value)}</string>`;
  const variables = Object.entries(environment);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- ${formatMarker(dataDir)} -->`,
    '<plist version="1.0">',
    '<dict>',
    `  <key>Label</key>${text(getAgentLabel(profile))}`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((word) => `    ${text(word)}`),
    '  </array>',
    ...(variables.length === 0
      ? []
      : [
          '  <key>EnvironmentVariables</key>',
          '  <dict>',
          ...variables.map(([name, value]) => `    <key>${escapeXml(name)}</key>${text(value)}`),
          '  </dict>',
        ]),
    '  <key>RunAtLoad</key><true/>',
    '  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>',
    `  <key>ThrottleInterval</key><integer>${RESTART_SECONDS}</integer>`,
    `  <key>ExitTimeOut</key><integer>${STOP_SECONDS}</integer>`,
    // Launchd reads the mask as a decimal number: 077 in a shell.
    `  <key>Umask</key><integer>${0o077}</integer>`,
    `  <key>StandardErrorPath</key>${text(logPath)}`,
    '</dict>',
    '</plist>',
  ];
  return `${lines.join('\n')}\n`;
}
