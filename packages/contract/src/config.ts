import { z } from 'zod';
import { defer } from './defer.js';
import { mediaSchemes, mediaTypes } from './schemas/media.js';
import { mcpResultForms, mcpScopes, mcpSyncScopes, sidecarKinds } from './schemas/service.js';
import { PEER_URL } from './schemas/sync-center.js';

const MIB = 1024 * 1024;

interface ConfigKey<Schema extends z.ZodType = z.ZodType> {
  readonly getSchema: () => Schema;
  readonly default: z.output<Schema>;
  readonly summary: string;
  /** True when the value is shown nowhere. */
  readonly isSecret?: boolean;
}

const key = <Schema extends z.ZodType>(
  makeSchema: () => Schema,
  standard: z.output<Schema>,
  summary: string,
): ConfigKey<Schema> => ({
  getSchema: defer(makeSchema),
  default: standard,
  summary,
});

const secret = <Schema extends z.ZodType>(...args: Parameters<typeof key<Schema>>): ConfigKey<Schema> => ({
  ...key(...args),
  isSecret: true,
});

const bytes = (max: number) => z.int().min(1024).max(max);
const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits');
const hosts = () =>
  z.array(z.string().regex(/^(?:[\p{L}\p{N}._-]+|\[[0-9a-f:.]+\])$/iu, 'must be a host name such as example.org'));
const hostsWithPort = () =>
  z.array(z.string().regex(/^(?:[\p{L}\p{N}._-]+|\[[0-9a-f:.]+\]):\d{1,5}$/iu, 'must be host:port'));
/** Absolute path from a POSIX root, a drive or a share: the same folder wherever the service is started. */
const WHOLE_PATH = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;
const isWholePath = (path: string) => path === '' || WHOLE_PATH.test(path);
const MIME_TYPE = /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/;

/** Every configuration key: its type, default and meaning. The service does not start with an unknown key. */
export const configKeys = {
  'server.listen_addr': key(
    () => z.string().min(1),
    '127.0.0.1:8080',
    'Address and port to listen on. Port 0 picks a free port.',
  ),
  'server.request_timeout_seconds': key(
    () => z.int().min(1).max(3600),
    30,
    'Time limit of a request, and of a pause within an upload. An upload must also keep up 1,000 bytes a second on average.',
  ),
  'server.max_json_bytes': key(() => bytes(256 * MIB), 32 * MIB, 'Maximum size of a JSON request body with note text.'),
  'server.allowed_hosts': key(hosts, [], 'Host names to accept besides those of loopback.'),
  'resources.max_bytes': key(() => bytes(1024 * 1024 * MIB), 512 * MIB, 'Maximum size of an attachment.'),
  'imports.max_kept_bytes': key(
    () =>
      z
        .int()
        .min(0)
        .max(1024 * 1024 * MIB),
    64 * MIB,
    'Maximum size of an imported file to keep a copy of. Of larger files and of folders, only a list of file digests is kept.',
  ),
  'search.sidecar.kind': key(
    () => z.enum(sidecarKinds),
    'none',
    'Search engine to use besides the built-in index. lance: the program notes-search; meilisearch: a Meilisearch server.',
  ),
  'search.sidecar.url': key(
    () =>
      z
        .string()
        .regex(/^(?:https?:\/\/[^\s]+)?$/, 'must be a URL that begins with http:// or https://')
        .regex(
          /^(?!https?:\/\/[^/?#]*@)/,
          'must not contain a user name or password. Put the key into search.sidecar.api_key',
        ),
    '',
    'Address of the search sidecar. Empty: http://127.0.0.1:8097 for lance, http://127.0.0.1:7700 for meilisearch.',
  ),
  'search.sidecar.api_key': secret(() => z.string(), '', 'API key of the search sidecar.'),
  'search.sidecar.embedder': key(
    () => z.string(),
    '',
    'Embedder of the Meilisearch index that finds notes by meaning. Empty: none. For lance, set the model with the flags of notes-search.',
  ),
  'search.sidecar.excluded_notebooks': key(
    () => z.array(z.string()),
    [],
    'Paths of notebooks whose notes, including those of notebooks in them, are never sent to the search sidecar.',
  ),
  'mcp.default_scope': key(
    () => z.string(),
    'read-only',
    `Scope of MCP tools, unless --scope of the command that serves them sets another: ${mcpScopes.join(', ')}.`,
  ),
  'mcp.default_profile': key(
    () => z.string(),
    '',
    'Former name of mcp.default_scope. The narrower of the two applies.',
  ),
  'mcp.sync_scope': key(() => z.enum(mcpSyncScopes), 'disabled', 'Sync tools that MCP offers.'),
  'mcp.max_results': key(() => z.int().min(1).max(50), 10, 'Rows per page of MCP results.'),
  'mcp.max_document_bytes': key(
    () => bytes(16 * MIB),
    65_536,
    'Maximum bytes of note text in one MCP response; at least 1024.',
  ),
  'mcp.results': key(
    () => z.enum(mcpResultForms),
    'both',
    'Form of MCP results that are data. both: as JSON text and as structured content; text: as JSON text only.',
  ),
  'archive.drill_days': key(
    () => z.int().min(0).max(3650),
    90,
    'Days after which `notes doctor` warns: no archive of the whole library that is younger was restored for a test. 0 never warns.',
  ),
  'retention.unattached_days': key(() => z.int().min(0), 30, 'Days to keep an attachment that no note uses.'),
  'retention.purged_days': key(() => z.int().min(0), 90, 'Days to keep an attachment after its note was purged.'),
  'retention.revisions_keep_days': key(() => z.int().min(0), 0, 'Days to keep old revisions; 0 keeps them forever.'),
  'media.enabled': key(() => z.boolean(), true, 'Allow the remote images of notes to be fetched.'),
  'media.allowed_schemes': key(
    () => z.array(z.enum(mediaSchemes)),
    [...mediaSchemes],
    'URL schemes that may be fetched.',
  ),
  'media.allowed_domains': key(hosts, [], 'Domains to fetch from, including subdomains. Empty: any domain.'),
  'media.blocked_domains': key(hosts, [], 'Domains never to fetch from, including subdomains.'),
  'media.allow_private_addresses': key(
    hostsWithPort,
    [],
    'host:port to fetch from although the address is private or the port is neither 80 nor 443.',
  ),
  'media.max_bytes': key(() => bytes(100 * MIB), 25 * MIB, 'Maximum size of a fetched image.'),
  'media.max_redirects': key(() => z.int().min(0).max(10), 3, 'Maximum number of redirects to follow.'),
  'media.timeout_seconds': key(() => z.int().min(1).max(100), 60, 'Time limit for fetching one image.'),
  'media.allowed_mime_types': key(
    () => z.array(z.string().regex(MIME_TYPE, 'must be a media type such as image/png')),
    [...mediaTypes],
    'Media types to keep, detected from the content. Text types, including SVG, cannot be detected.',
  ),
  'media.blocked_sha256': key(() => z.array(sha256()), [], 'SHA-256 digests of content that is never kept.'),
  'sync.target': key(
    () => z.enum(['none', 'directory', 'rest']),
    'none',
    'Where to sync: in a shared folder (directory), with the service of another device (rest) or not at all (none).',
  ),
  'sync.directory.path': key(
    () => z.string().refine(isWholePath, 'must be an absolute path such as /media/disk/notes; ~ is not expanded'),
    '',
    'Absolute path of the shared folder, for sync.target directory.',
  ),
  'sync.rest_peer.base_url': key(
    () => z.string().regex(PEER_URL, 'must be an address such as https://192.168.1.2:8081').or(z.literal('')),
    '',
    'Address of the service of another device, for sync.target rest.',
  ),
  'sync.rest_peer.tls_cert_sha256': key(
    () => sha256().or(z.literal('')),
    '',
    'SHA-256 of the only certificate to accept from that service.',
  ),
  'sync.interval_seconds': key(
    () => z.int().min(0).max(86_400),
    60,
    'Time between checks for changes of other devices. 0: sync only on request.',
  ),
  'sync.rest.enabled': key(() => z.boolean(), false, 'Allow other devices to connect to this service.'),
  'sync.rest.host': key(
    () => z.string().min(1),
    '127.0.0.1',
    'Address that other devices connect to. Anything but loopback requires TLS.',
  ),
  'sync.rest.port': key(
    () => z.int().min(0).max(65_535),
    8081,
    'Port that other devices connect to. 0 picks a free port.',
  ),
  'sync.rest.require_tls': key(
    () => z.boolean(),
    true,
    'Require TLS for all connections beyond loopback. Keep this on.',
  ),
  'sync.rest.tls_cert_file': key(
    () => z.string(),
    '',
    'Certificate for other devices, a PEM file. They identify it by its SHA-256.',
  ),
  'sync.rest.tls_key_file': key(() => z.string(), '', 'Private key of the certificate, an unencrypted PEM file.'),
  'sync.rest.proxy_cert_sha256': key(
    () => sha256().or(z.literal('')),
    '',
    'SHA-256 of the certificate of a reverse proxy through which other devices connect.',
  ),
  'sync.rest.requests_per_minute': key(
    () => z.int().min(1).max(100_000),
    120,
    'Requests per minute that one device may send.',
  ),
  'sync.rest.burst': key(() => z.int().min(1).max(10_000), 30, 'Requests that one device may send at once.'),
  'sync.rest.failures_per_minute': key(
    () => z.int().min(1).max(10_000),
    10,
    'Refused requests per minute that one address may cause.',
  ),
  'sync.rest.max_body_bytes': key(() => bytes(64 * MIB), MIB, 'Maximum size of a request body from another device.'),
  'sync.rest.namespace_quota_bytes': key(
    () => z.int().min(MIB),
    64 * 1024 * MIB,
    'Maximum bytes to store for one device.',
  ),
  'log.level': key(
    () => z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
    'info',
    'Lowest severity to log.',
  ),
  'log.format': key(() => z.enum(['auto', 'pretty', 'json']), 'auto', 'auto: pretty on a terminal, else json.'),
} as const satisfies Record<string, ConfigKey>;

export type ConfigKeyName = keyof typeof configKeys;
export type ConfigValues = {
  readonly [Name in ConfigKeyName]: z.output<ReturnType<(typeof configKeys)[Name]['getSchema']>>;
};

/** Returns the environment variable of a key: `NOTES_` and the key in capitals, with dots as underscores. */
export function environmentName(name: string): string {
  return `NOTES_${name.replaceAll('.', '_').toUpperCase()}`;
}
