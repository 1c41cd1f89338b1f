import { type Input, type Output, ServiceError } from '@notes/contract';
import { CarrierError } from '@notes/sync-protocol/carrier';
import { inspectDirectory } from '@notes/sync-protocol/node';
import type { Context, Library } from '../../platform/context.js';
import { folderSetting } from './configure.js';
import { describeCarrier, NO_CARRIER } from './describe-carrier.js';
import { discoverPeer } from './discover-peer.js';

/** Describes a sync target: the folder of the settings, or a service. Nothing is created or changed there. */
export async function discoverCarrier(
  context: Context,
  input: Input<'discoverCarrier'>,
): Promise<Output<'discoverCarrier'>> {
  if ((input.target === 'rest') !== (input.base_url !== undefined))
    throw new ServiceError('validation_failed', 'base_url: required with target rest, and only allowed with it');
  try {
    return await (input.target === 'rest' ? discoverPeer(context, input) : discoverFolder(context.library));
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    const passes = error.code === 'unreachable' || error.code === 'rate_limited';
    return { state: passes ? 'unreachable' : 'not_a_carrier', ...NO_CARRIER };
  }
}

async function discoverFolder(library: Library): Promise<Output<'discoverCarrier'>> {
  const folder = folderSetting(library);
  if (folder === '') return { state: 'unreachable', ...NO_CARRIER };
  const found = await inspectDirectory(folder);
  return found.state === 'empty'
    ? { state: 'empty', ...NO_CARRIER }
    : { ...NO_CARRIER, ...describeCarrier(library, found.identity) };
}
