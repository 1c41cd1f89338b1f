import type { Presentation } from '../presentation.js';
import { formatNumber } from '../text.js';

const PRESENCES = {
  local: 'on this device',
  partial: 'partly on this device',
  remote: 'on other devices',
  missing: 'on no known device',
} as const;

/** `notes sync intent` */
export const syncIntent: Presentation<'setResourceIntent'> = {
  positional: { resource_id: '<resource>', intent: '[intent]' },
  render: {
    table: ({ resource_id, intent, presence, size_bytes, fetched_bytes }, out) => {
      const rows: (readonly [string, string])[] = [
        ['attachment', resource_id],
        ['intent', intent],
        ['bytes', `${PRESENCES[presence]}, ${formatNumber(fetched_bytes)} of ${formatNumber(size_bytes)}`],
      ];
      for (const [name, value] of rows) out.line(`${out.bold(name.padEnd(10))} ${value}`);
      const isPending = presence !== 'local' && (intent === 'eager' || intent === 'pin');
      if (isPending) out.notice('The next notes sync run fetches it.');
    },
    ids: ({ resource_id }, out) => out.line(resource_id),
  },
};
