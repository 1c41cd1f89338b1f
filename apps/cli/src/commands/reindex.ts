import type { Output } from '@notes/contract';
import type { Presentation } from '../presentation.js';

/** Sentences about the requested task. */
const TASKS: Readonly<Record<Output<'requestReindex'>['requested'], string>> = {
  reconcile: 'The service will compare the index of the search sidecar with the library, and repair it.',
  rebuild: 'The service will delete the index of the search sidecar, and build it again from all notes.',
};

/** `notes reindex` */
export const reindex: Presentation<'requestReindex'> = {
  render: {
    table: ({ requested }, out) => {
      out.line(TASKS[requested]);
      out.notice('It does this within seconds, or when it is started. notes status shows the result.');
    },
  },
};
