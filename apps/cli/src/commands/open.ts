import { connect } from 'node:net';
import { ServiceError } from '@notes/contract';
import { z } from 'zod';
import { openInBrowser } from '../browser.js';
import { findNoteId } from '../naming.js';
import type { Call, OwnCommand, Values } from '../presentation.js';
import { getServiceUrl } from '../service-url.js';

const input = z.strictObject({
  note: z.string().optional().describe('Note to open: an id, an address or a title.'),
});

interface OpenResult {
  readonly url: string;
  /** True when a browser was asked to show the note. */
  readonly opened: boolean;
}

const CONNECT_TIMEOUT_MS = 2_000;

/** `notes open` */
export const open: OwnCommand<OpenResult> = {
  summary: 'Open the web UI, or a note in it, in the browser.',
  input,
  cli: { command: 'open', positional: ['note'], examples: ['notes open', 'notes open "Shopping"'] },
  run,
  render: {
    table: ({ url, opened }, out) => {
      out.line(url);
      if (!opened) out.notice('No browser could be started. Open the address yourself.');
    },
  },
};

/** Starts a browser only where a service is running. */
async function run(call: Call, values: Values): Promise<OpenResult> {
  const { note } = input.parse(values);
  const base = getServiceUrl(call.config);
  const url = note === undefined ? `${base}/` : `${base}/#/n/${findNoteId(call, note)}`;
  if (!(await isListening(new URL(base))))
    throw new ServiceError('not_found', `No service answers at ${base}. Start notes-server`);
  return { url, opened: await openInBrowser(url) };
}

function isListening({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), timeout: CONNECT_TIMEOUT_MS });
    const answer = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket
      .once('connect', () => answer(true))
      .once('error', () => answer(false))
      .once('timeout', () => answer(false));
  });
}
