import { Facet } from '@codemirror/state';
import type { Owner } from '../../reading/parts/remote-image.js';

/** Facts about the edited note that its rendered parts need. */
export interface NoteFacts {
  /** Returns the stored note; undefined while it is not stored. */
  readonly owner: () => Owner | undefined;
}

const UNSTORED: NoteFacts = { owner: () => undefined };

/** The edited note. */
export const noteFacts = Facet.define<NoteFacts, NoteFacts>({ combine: ([first]) => first ?? UNSTORED });
