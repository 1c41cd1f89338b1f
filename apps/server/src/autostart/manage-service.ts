import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolders } from '@notes/operations/config';
import { readMarker, type ServiceDefinition } from './definition.js';
import type { CommandLine, ManagerStep, ServiceManager } from './service-manager.js';

/** Timeout of a command of a service manager, in milliseconds. A stop waits for the service. */
const COMMAND_TIMEOUT_MS = 90_000;
/** Maximum output of such a command, in bytes. */
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** Maximum size of a service definition, in bytes. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Error of managing a service; the message gives the reason and the remedy. */
export class ServiceManagerError extends Error {
  override readonly name = 'ServiceManagerError';
}

/** Installed definition of a service. */
type InstalledDefinition =
  | { readonly kind: 'none' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'ours'; dataDir: string };

/**
 * Writes the definition of a service, and has its manager start it now and at each boot or login.
 *
 * @returns lines for the user
 * @throws ServiceManagerError when the manager does not answer or refuses, or another service has the name
 */
export function installService(manager: ServiceManager, definition: ServiceDefinition, owner?: Owner): string[] {
  const { filePath, serviceName } = manager;
  const before = readInstalled(manager);
  if (before.kind === 'foreign') throw new ServiceManagerError(describeForeign(filePath));
  if (before.kind === 'ours' && before.dataDir !== definition.dataDir)
    throw new ServiceManagerError(
      `${serviceName} serves ${before.dataDir}, not ${definition.dataDir}. Choose another --profile, or run notes-server service uninstall first`,
    );
  requireReachable(manager);
  const text = manager.encode(manager.render(definition));
  for (const folder of definition.writableFolders.slice(0, 2)) createOwnedFolder(folder, owner);
  writeDefinition(manager, text);
  try {
    for (const step of manager.activate) runStep(step);
  } catch (error) {
    // A failed first installation leaves no definition that would start later.
    if (before.kind === 'none') removeDefinition(manager, true);
    throw error;
  }
  return [`Installed ${serviceName}: ${filePath}`, `Library: ${definition.dataDir}`, ...manager.hints];
}

/**
 * Stops a service and removes its definition; the library stays.
 *
 * @param dataDir data directory that the service has to belong to; undefined accepts any
 * @returns lines for the user
 * @throws ServiceManagerError when the manager does not answer or refuses, or the file was not written by this command
 */
export function uninstallService(manager: ServiceManager, dataDir: string | undefined): string[] {
  const { filePath, serviceName } = manager;
  const library = findOwnLibrary(manager, dataDir);
  if (library === undefined) return [describeMissing(manager)];
  removeDefinition(manager);
  return [`Uninstalled ${serviceName}: removed ${filePath}`, `The library stays in ${library}`];
}

/**
 * Starts a service again, with the flags that it was installed with.
 *
 * @param dataDir data directory that the service has to belong to; undefined accepts any
 * @returns lines for the user
 * @throws ServiceManagerError when there is no such service, the manager does not answer or refuses, or the file was not
 *   written by this command
 */
export function restartService(manager: ServiceManager, dataDir: string | undefined): string[] {
  const library = findOwnLibrary(manager, dataDir);
  if (library === undefined)
    throw new ServiceManagerError(`${describeMissing(manager)}. To install it: notes-server service install`);
  for (const step of manager.restart) runStep(step);
  const { description } = manager.readState(runCommand(manager.query).stdout);
  return [`Restarted ${manager.serviceName}: ${description}`, `Library: ${library}`];
}

/**
 * Returns the data directory of an installed service, whose manager answers; undefined when it is not installed.
 * @throws ServiceManagerError when the manager does not answer, the file was not written by this command, or the service
 *   belongs to another library
 */
function findOwnLibrary(manager: ServiceManager, dataDir: string | undefined): string | undefined {
  const { filePath, serviceName } = manager;
  const installed = readInstalled(manager);
  if (installed.kind === 'none') return undefined;
  if (installed.kind === 'foreign') throw new ServiceManagerError(describeForeign(filePath));
  if (dataDir !== undefined && installed.dataDir !== dataDir)
    throw new ServiceManagerError(
      `${serviceName} serves ${installed.dataDir}, not ${dataDir}. Leave --data-dir out, or choose another --profile`,
    );
  requireReachable(manager);
  return installed.dataDir;
}

const describeMissing = ({ filePath, serviceName }: ServiceManager) =>
  `${serviceName} is not installed: there is no ${filePath}`;

/**
 * Describes a service.
 *
 * @returns lines for the user, and true for a running service
 * @throws ServiceManagerError when the manager does not answer
 */
export function readServiceStatus(manager: ServiceManager): { isRunning: boolean; lines: string[] } {
  const { filePath, serviceName } = manager;
  const installed = readInstalled(manager);
  if (installed.kind === 'none') return { isRunning: false, lines: [describeMissing(manager)] };
  requireReachable(manager);
  const { isRunning, description } = manager.readState(runCommand(manager.query).stdout);
  const library =
    installed.kind === 'ours'
      ? `Library: ${installed.dataDir}`
      : `${filePath} was not written by notes-server service install`;
  return { isRunning, lines: [`${serviceName}: ${description}`, `File: ${filePath}`, library] };
}

/** Account that owns the folders of a system service. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

function createOwnedFolder(folder: string, owner: Owner | undefined): void {
  if (existsSync(folder)) return;
  createFolders(folder, 0o755);
  chmodSync(folder, 0o700);
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
}

function readInstalled({ filePath }: ServiceManager): InstalledDefinition {
  const found = statSync(filePath, { throwIfNoEntry: false });
  if (found === undefined) return { kind: 'none' };
  if (!found.isFile() || found.size > MAX_FILE_BYTES) return { kind: 'foreign' };
  const bytes = readFileSync(filePath);
  const text = bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
  const dataDir = readMarker(text);
  return dataDir === null ? { kind: 'foreign' } : { kind: 'ours', dataDir };
}

const describeForeign = (filePath: string) =>
  `${filePath} was not written by notes-server service install. Move it away, or choose another --profile`;

function writeDefinition({ filePath, fileMode }: ServiceManager, text: Buffer): void {
  try {
    createFolders(dirname(filePath));
    writeFileSync(filePath, text, { mode: fileMode });
    chmodSync(filePath, fileMode);
  } catch (error) {
    throw new ServiceManagerError(
      `${filePath} cannot be written: ${(error as Error).message}. Check the permissions of its folder`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Removes the definition of a service.
 * @param mayFail continues where the manager refuses, after a failure that is reported already
 */
function removeDefinition(manager: ServiceManager, mayFail = false): void {
  for (const step of manager.deactivate) runStep(mayFail ? { ...step, mayFail } : step);
  rmSync(manager.filePath, { force: true });
  for (const step of manager.afterRemoval) runStep(mayFail ? { ...step, mayFail } : step);
}

function requireReachable({ probe, unreachable }: ServiceManager): void {
  if (runCommand(probe).status !== 0) throw new ServiceManagerError(unreachable);
}

function runStep({ command, mayFail = false }: ManagerStep): void {
  const { status, stderr } = runCommand(command);
  if (status === 0 || mayFail) return;
  const reason = stderr.trim().split('\n')[0] || `exit code ${status}`;
  throw new ServiceManagerError(`${command.join(' ')} failed: ${reason}`);
}

interface CommandResult {
  /** Exit code; null when the command could not start, or was killed. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function runCommand([program, ...args]: CommandLine): CommandResult {
  const ran = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: COMMAND_TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { error } = ran;
  if (error !== undefined) return { status: null, stdout: '', stderr: error.message };
  return { status: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}
