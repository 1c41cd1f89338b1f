import type { Output } from '@notes/contract';
import { text } from './texts.js';

type Channels = NonNullable<Output<'searchDocuments'>['channels']>;
type Trouble = Exclude<Channels['typo'], 'answered' | 'off'>;

const states: Readonly<Record<Trouble, string>> = {
  building: text.building,
  failed: text.failed,
  late: text.late,
  unavailable: text.unavailable,
};
const wholeStates: Readonly<Record<Trouble, string>> = {
  building: text.allBuilding,
  failed: text.allFailed,
  late: text.allLate,
  unavailable: text.allUnavailable,
};

const isTrouble = (state: Channels['typo']): state is Trouble => state !== 'answered' && state !== 'off';

/** Says which channels of the sidecar did not take part in a search; nothing when all that are set up did. */
export function describeChannels(channels: Channels | undefined): string[] {
  if (channels === undefined) return [];
  const { typo, meaning } = channels;
  if (typo === meaning && isTrouble(typo)) return [text.searchedWithoutSidecar(wholeStates[typo])];
  const reasons = [
    ...(isTrouble(typo) ? [text.channelReason(text.typoChannel, states[typo])] : []),
    ...(isTrouble(meaning) ? [text.channelReason(text.meaningChannel, states[meaning])] : []),
  ];
  return reasons.length > 0 ? [text.searchedPartly(reasons.join(', '))] : [];
}
