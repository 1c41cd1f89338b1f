import { ConfigError } from '@notes/operations/config';

/** Definition of the service of one profile for a service manager. */
export interface ServiceDefinition {
  readonly profile: string;
  readonly dataDir: string;
  /** Absolute path of Node, absolute path of the program, then its arguments. */
  readonly command: readonly string[];
  /** Variables that determine the locations of the library and its settings. */
  readonly environment: Readonly<Record<string, string>>;
  /** Folders the service writes into: absolute paths; the data directory is the first. */
  readonly writableFolders: readonly string[];
  /** Account of a system service; undefined for a service of the user who installs it. */
  readonly account?: string;
  /** True when every path the service needs lies outside the home folders. */
  readonly canHideHome: boolean;
  /** True when every path the service needs lies outside the temporary folders. */
  readonly canHideTemporary: boolean;
}

/**
 * Seconds that a stop may take: ten for requests and jobs, three for scrubbing purged notes, the rest for a slow disk.
 */
export const STOP_SECONDS = 30;
/** Seconds between a failure of the service and its next start. */
export const RESTART_SECONDS = 5;
/** Starts within {@link RESTART_WINDOW_SECONDS} after which a service manager gives up. */
export const MAX_RESTARTS = 5;
export const RESTART_WINDOW_SECONDS = 120;

/** Returns the name of the service of a profile: the unit, the label and the task are named after it. */
export const getServiceName = (profile: string): string => (profile === 'default' ? 'notes' : `notes-${profile}`);

const MARKER = 'notes-server data-dir: ';
const MARKED = /notes-server data-dir: ([^\s<>]+)/;

/**
 * Formats the comment by which an installed file is recognised.
 *
 * @returns one line of ASCII without `--`, which XML forbids in a comment, and without a backslash at its end
 */
export const formatMarker = (dataDir: string): string => MARKER + encodeURIComponent(dataDir).replaceAll('-', '%2D');

/**
 * Reads the comment of an installed file.
 * @returns the data directory the file was written for; null for a file that this command did not write
 */
export function readMarker(text: string): string | null {
  const encoded = MARKED.exec(text)?.[1];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/**
 * Rejects control characters.
 * @throws ConfigError for control characters, which no format of a service manager can hold
 */
export function refuseControlCharacters(texts: readonly string[]): void {
  const found = texts.find((text) => /[\u0000-\u001f\u007f\ufffe\uffff]/.test(text));
  if (found !== undefined)
    throw new ConfigError(
      `${JSON.stringify(found)} contains a control character, which is not allowed in a service definition. Choose another path or value`,
    );
}

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for elements and attributes of XML. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => XML_ENTITIES[sign] as string);
