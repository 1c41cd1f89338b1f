import { z } from 'zod';
import { defer } from '../defer.js';
import { documentSchema } from './documents.js';
import { count, id } from './primitives.js';

export const mediaSchemes = ['https', 'http'] as const;

/** Media types that the bytes themselves identify, and that a browser plays or shows without running code. */
export const mediaTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/apng',
  'image/bmp',
  'image/x-icon',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/aac',
  'audio/flac',
  'audio/ogg',
  'audio/wav',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
] as const;

/** Reasons to refuse an address by its spelling alone. */
const urlReasons = [
  'disabled',
  'invalid_url',
  'url_too_long',
  'scheme_not_allowed',
  'credentials_in_url',
  'port_not_allowed',
  'domain_blocked',
  'domain_not_allowed',
  'private_address',
] as const;

const refused = Object.fromEntries(urlReasons.map((reason) => [reason, 'refused'])) as Record<
  (typeof urlReasons)[number],
  'refused'
>;

/** Every reason why an address is not localized, with its status. */
export const mediaReasons = {
  ...refused,
  insecure_redirect: 'refused',
  too_many_redirects: 'refused',
  encoded_answer: 'refused',
  too_large: 'refused',
  type_not_allowed: 'refused',
  hash_blocked: 'refused',
  name_not_resolved: 'failed',
  connection_failed: 'failed',
  timeout: 'failed',
  http_status: 'failed',
  incomplete_answer: 'failed',
  not_in_note: 'unchanged',
  call_limit: 'unchanged',
} as const;
export type MediaReason = keyof typeof mediaReasons;

export const mediaPolicy = defer(() =>
  z
    .object({
      enabled: z.boolean(),
      allowed_schemes: z.array(z.enum(mediaSchemes)),
      allowed_domains: z.array(z.string()).describe('Including subdomains; empty: any domain.'),
      blocked_domains: z.array(z.string()).describe('Including subdomains.'),
      allow_private_addresses: z.array(z.string()).describe('host:port to fetch from although private.'),
      max_bytes: count,
      max_redirects: count,
      timeout_seconds: count,
      allowed_mime_types: z.array(z.string()),
      blocked_sha256: z.array(z.string()),
    })
    .meta({ id: 'MediaPolicy' }),
);

const urlReason = defer(() => z.enum(urlReasons).meta({ id: 'UrlReason' }));

export const urlCheck = defer(() =>
  z.object({ allowed: z.boolean(), reasons: z.array(urlReason()) }).meta({ id: 'UrlCheck' }),
);

const remoteMediaItem = defer(() =>
  z
    .object({
      line: z.int().min(1),
      column: z.int().min(1).describe('In Unicode code points.'),
      start_byte: count,
      end_byte: count,
      url: z.string().describe('Cut after 2,048 characters.'),
      kind: z.enum(['image', 'html']).describe('A Markdown image, or an <img>.'),
      decision: z.enum(['allowed', 'refused']),
      reasons: z.array(urlReason()),
    })
    .meta({ id: 'RemoteMediaItem' }),
);

export const remoteMediaScan = defer(() =>
  z
    .object({
      current_revision_id: id('revision').describe('The revision that the positions refer to.'),
      items: z.array(remoteMediaItem()).describe('In document order, at most 1,000.'),
      total: count,
      truncated: z.boolean().describe('True if not all are listed.'),
    })
    .meta({ id: 'RemoteMediaScan' }),
);

const localizedItem = defer(() =>
  z
    .object({
      url: z.string(),
      status: z.enum(['localized', 'refused', 'failed', 'unchanged']),
      resource_id: id('resource').optional().describe('Present when localized.'),
      reasons: z.array(
        z.enum(Object.keys(mediaReasons) as [MediaReason, ...MediaReason[]]).meta({ id: 'MediaReason' }),
      ),
    })
    .meta({ id: 'LocalizedItem' }),
);

export const localizedMedia = defer(() =>
  z
    .object({ document: documentSchema(), items: z.array(localizedItem()).describe('Each address once.') })
    .meta({ id: 'LocalizedMedia' }),
);
