import type { Presentation } from '../presentation.js';

/** `notes reindex` */
export const reindex: Presentation<'requestReindex'> = {
  render: {
    table: ({ requested }, out) => {
      out.line(requested);
      out.notice('The service does this within seconds, or when it is started. notes status shows the result.');
    },
  },
};
