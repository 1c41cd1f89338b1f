import { z } from 'zod';
import { mediaSchemes, mediaTypes } from './schemas/media.js';
import { mcpScopes, mcpSyncScopes } from './schemas/service.js';
import { PEER_URL } from './schemas/sync-center.js';

const MIB = 1024 * 1024;

interface ConfigKey<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly default: z.output<Schema>;
  readonly summary: string;
}

const key = <Schema extends z.ZodType>(
  schema: Schema,
  standard: z.output<Schema>,
  summary: string,
): ConfigKey<Schema> => ({
  schema,
  default: standard,
  summary,
});

const bytes = (max: number) => z.int().min(1024).max(max);
const HOST = /^(?:[\p{L}\p{N}._-]+|\[[0-9a-f:.]+\])$/iu;
const HOST_AND_PORT = /^(?:[\p{L}\p{N}._-]+|\[[0-9a-f:.]+\]):\d{1,5}$/iu;
const hosts = z.array(z.string().regex(HOST, 'must be the name of a host'));
/** Absolute path from a POSIX root, a drive or a share: the same folder wherever the service is started. */
const WHOLE_PATH = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;
const isWholePath = (path: string) => path === '' || WHOLE_PATH.test(path);
const MIME_TYPE = /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/;

/** Every configuration key: its type, default and meaning. The service does not start with an unknown key. */
export const configKeys = {
  'server.listen_addr': key(z.string().min(1), '127.0.0.1:8080', 'Address and port; port 0 takes any free one.'),
  'server.request_timeout_seconds': key(
    z.int().min(1).max(3600),
    30,
    'Longest time one request may take, or an upload may rest.',
  ),
  'server.max_json_bytes': key(bytes(256 * MIB), 32 * MIB, 'Largest JSON body of a route that carries note text.'),
  'server.allowed_hosts': key(hosts, [], 'Host names accepted beside loopback ones.'),
  'resources.max_bytes': key(bytes(1024 * 1024 * MIB), 512 * MIB, 'Largest attachment.'),
  'imports.max_kept_bytes': key(
    z
      .int()
      .min(0)
      .max(1024 * 1024 * MIB),
    64 * MIB,
    'Largest export of one file that is kept beside its notes; of others the digests of their files are.',
  ),
  'search.sidecar.kind': key(z.enum(['none']), 'none', 'Search engine beside the built-in one.'),
  'search.sidecar.url': key(z.string(), '', 'Where the search sidecar listens.'),
  'search.sidecar.api_key': key(z.string(), '', 'Key the search sidecar asks for.'),
  'mcp.default_scope': key(z.string(), 'read-only', `Widest scope of MCP tools: ${mcpScopes.join(', ')}.`),
  'mcp.default_profile': key(z.string(), '', 'Former name of mcp.default_scope; the narrower of the two wins.'),
  'mcp.sync_scope': key(z.enum(mcpSyncScopes), 'disabled', 'Which sync tools MCP offers.'),
  'mcp.max_results': key(z.int().min(1).max(50), 10, 'Rows of one MCP page.'),
  'mcp.max_document_bytes': key(bytes(16 * MIB), 65_536, 'Most bytes of note text in one MCP answer; at least 1024.'),
  'retention.unattached_days': key(z.int().min(0), 30, 'Days an attachment no note holds is kept.'),
  'retention.purged_days': key(z.int().min(0), 90, 'Days an attachment is kept after its note was purged.'),
  'retention.revisions_keep_days': key(z.int().min(0), 0, 'Days old revisions are kept; 0 keeps them for ever.'),
  'media.enabled': key(z.boolean(), true, 'Images that notes show from elsewhere may be fetched.'),
  'media.allowed_schemes': key(z.array(z.enum(mediaSchemes)), [...mediaSchemes], 'Schemes of addresses to fetch.'),
  'media.allowed_domains': key(hosts, [], 'Only these and their subdomains are fetched from; none: any.'),
  'media.blocked_domains': key(hosts, [], 'Nothing is fetched from these and their subdomains.'),
  'media.allow_private_addresses': key(
    z.array(z.string().regex(HOST_AND_PORT, 'must be host:port')),
    [],
    'host:port that is fetched from though it is private, or its port is neither 80 nor 443.',
  ),
  'media.max_bytes': key(bytes(100 * MIB), 25 * MIB, 'Largest fetched image.'),
  'media.max_redirects': key(z.int().min(0).max(10), 3, 'Redirects that are followed.'),
  'media.timeout_seconds': key(z.int().min(1).max(100), 60, 'Longest time one image may take.'),
  'media.allowed_mime_types': key(
    z.array(z.string().regex(MIME_TYPE, 'must be a type like image/png')),
    [...mediaTypes],
    'Types that are kept, told from the bytes; types of text, SVG among them, cannot be told.',
  ),
  'media.blocked_sha256': key(
    z.array(z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')),
    [],
    'Bytes that are never kept.',
  ),
  'sync.target': key(z.enum(['none', 'directory', 'rest']), 'none', 'Where this library meets others.'),
  'sync.directory.path': key(
    z.string().refine(isWholePath, 'must be a whole path, like /media/disk/notes; ~ is not read as a home'),
    '',
    'The folder they meet in, of target directory: a whole path.',
  ),
  'sync.rest_peer.base_url': key(
    z.string().regex(PEER_URL, 'must be an address like https://192.168.1.2:8081').or(z.literal('')),
    '',
    'The service they meet at, of target rest.',
  ),
  'sync.rest_peer.tls_cert_sha256': key(
    z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')
      .or(z.literal('')),
    '',
    'SHA-256 of the one certificate that service may show.',
  ),
  'sync.interval_seconds': key(
    z.int().min(0).max(86_400),
    60,
    'How often the service looks whether others have changed something; 0: it exchanges only when told to.',
  ),
  'sync.rest.enabled': key(z.boolean(), false, 'Peers may connect.'),
  'sync.rest.host': key(z.string().min(1), '127.0.0.1', 'Address peers connect to; beyond loopback only with TLS.'),
  'sync.rest.port': key(z.int().min(0).max(65_535), 8081, 'Port peers connect to; 0 takes any free one.'),
  'sync.rest.require_tls': key(z.boolean(), true, 'Peers beyond loopback are only talked to over TLS; keep it.'),
  'sync.rest.tls_cert_file': key(z.string(), '', 'Certificate shown to peers, PEM; they know it by its SHA-256.'),
  'sync.rest.tls_key_file': key(z.string(), '', 'Its private key, PEM, not encrypted.'),
  'sync.rest.requests_per_minute': key(z.int().min(1).max(100_000), 120, 'Requests of one peer.'),
  'sync.rest.burst': key(z.int().min(1).max(10_000), 30, 'So many of them at once.'),
  'sync.rest.failures_per_minute': key(z.int().min(1).max(10_000), 10, 'Refused requests from one address.'),
  'sync.rest.max_body_bytes': key(bytes(64 * MIB), MIB, 'Largest body of a peer.'),
  'sync.rest.namespace_quota_bytes': key(z.int().min(MIB), 64 * 1024 * MIB, 'Bytes kept here for one peer.'),
  'log.level': key(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']), 'info', 'Least severe entry written.'),
  'log.format': key(z.enum(['auto', 'pretty', 'json']), 'auto', 'auto: pretty on a terminal, else json.'),
} as const satisfies Record<string, ConfigKey>;

export type ConfigKeyName = keyof typeof configKeys;
export type ConfigValues = { readonly [Name in ConfigKeyName]: z.output<(typeof configKeys)[Name]['schema']> };

/** Returns the environment variable of a key: `NOTES_` and the key in capitals, with dots as underscores. */
export function environmentName(name: string): string {
  return `NOTES_${name.replaceAll('.', '_').toUpperCase()}`;
}
