import { escapeXml, formatMarker, getServiceName, MAX_RESTARTS, type ServiceDefinition } from './definition.js';

export const getTaskName = (profile: string): string => getServiceName(profile);

/**
 * Quotes an argument for the command line parser of the C runtime of Windows: backslashes are escaped only before a
 * quotation mark.
 */
export function quoteWindowsArgument(argument: string): string {
  if (argument !== '' && !/[\s"]/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}

/**
 * Renders a task of the Task Scheduler, schema 1.2, that starts when the user logs in. Task Scheduler restarts at most
 * once a minute.
 *
 * @param user account in the form `DOMAIN\name`
 */
export function renderWindowsTask(definition: ServiceDefinition, user: string): string {
  const { profile, dataDir, command } = definition;
  const [program = '', ...args] = command;
  const lines = [
    '<?xml version="1.0" encoding="UTF-16"?>',
    `<!-- ${formatMarker(dataDir)} -->`,
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo>',
    `    <Description>Notes (${escapeXml(profile)})</Description>`,
    '  </RegistrationInfo>',
    '  <Triggers>',
    `    <LogonTrigger><Enabled>true</Enabled><UserId>${escapeXml(user)}</UserId></LogonTrigger>`,
    '  </Triggers>',
    '  <Principals>',
    '    <Principal id="Author">',
    `      <UserId>${escapeXml(user)}</UserId>`,
    '      <LogonType>InteractiveToken</LogonType>',
    '      <RunLevel>LeastPrivilege</RunLevel>',
    '    </Principal>',
    '  </Principals>',
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
    `    <RestartOnFailure><Interval>PT1M</Interval><Count>${MAX_RESTARTS}</Count></RestartOnFailure>`,
    '  </Settings>',
    '  <Actions Context="Author">',
    '    <Exec>',
    `      <Command>${escapeXml(program)}</Command>`,
    `      <Arguments>${escapeXml(args.map(quoteWindowsArgument).join(' '))}</Arguments>`,
    '    </Exec>',
    '  </Actions>',
    '</Task>',
  ];
  return `${lines.join('\r\n')}\r\n`;
}
