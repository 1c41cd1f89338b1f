/** Elements of rendered text that handle clicks themselves. */
export const INTERACTIVE = 'a[href], button, input, select, textarea, summary, audio, video, dialog';
