import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Context } from '../context.js';

export async function importFolder(_context: Context, _input: Input<'importFolder'>): Promise<Output<'importFolder'>> {
  throw new ServiceError('not_found', 'replaced by the import slice');
}
