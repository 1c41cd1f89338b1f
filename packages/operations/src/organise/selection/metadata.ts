import { RECORD_FIELDS } from '@notes/archive-manifest';
import { ENTITIES } from '@notes/archive-manifest/entities';
import type { Output } from '@notes/contract';
import { TARGETS, type Target } from './targets.js';

type Metadata = Output<'planSelection'>['metadata'];

/** Lists the fields of each kind of record that are included. */
export function listMetadata(target: Target): Metadata {
  const { withheld } = TARGETS[target];
  return ENTITIES.map((entity) => {
    const fields = RECORD_FIELDS[entity];
    const kept = withheld[entity] ?? [];
    const stays = (field: string) => kept === 'all' || kept.includes(field);
    return { entity, included: fields.filter((field) => !stays(field)), withheld: fields.filter(stays) };
  });
}
