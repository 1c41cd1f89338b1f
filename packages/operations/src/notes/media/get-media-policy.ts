import type { Input, Output } from '@notes/contract';
import type { Context } from '../../platform/context.js';

/** Returns the configured policy. */
export function getMediaPolicy({ library }: Context, _input: Input<'getMediaPolicy'>): Output<'getMediaPolicy'> {
  const { config } = library;
  return {
    enabled: config['media.enabled'],
    allowed_schemes: config['media.allowed_schemes'],
    allowed_domains: config['media.allowed_domains'],
    blocked_domains: config['media.blocked_domains'],
    allow_private_addresses: config['media.allow_private_addresses'],
    max_bytes: config['media.max_bytes'],
    max_redirects: config['media.max_redirects'],
    timeout_seconds: config['media.timeout_seconds'],
    allowed_mime_types: config['media.allowed_mime_types'],
    blocked_sha256: config['media.blocked_sha256'],
  };
}
