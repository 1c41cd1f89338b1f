import { type Markdown, parseView, type ViewName } from './views.js';

export interface LookTask extends Markdown {
  readonly view: ViewName;
}

/** Parses a long body in a worker. */
export default function run({ view, ...markdown }: LookTask): unknown {
  return parseView(view, markdown);
}
