import { Facet } from '@codemirror/state';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Owner } from '../../reading/parts/remote-image.js';

/** Facts about the edited note that its rendered parts need. */
export interface NoteFacts {
  /** Returns the stored note; undefined while it is not stored. */
  readonly owner: () => Owner | undefined;
  /** Title above the text. */
  readonly title: ReadonlySignal<string>;
}

const UNSTORED: NoteFacts = { owner: () => undefined, title: signal('') };

/** The edited note. */
export const noteFacts = Facet.define<NoteFacts, NoteFacts>({ combine: ([first]) => first ?? UNSTORED });
