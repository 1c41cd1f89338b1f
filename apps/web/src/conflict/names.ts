import { text } from './texts.js';

/** Names of the sides of a conflict, and of their titles. */
export interface SideNames {
  readonly mine: string;
  readonly theirs: string;
  readonly myTitle: string;
  readonly theirTitle: string;
}

/** Names for the local text and the server's. */
export const ownNames: SideNames = {
  mine: text.mine,
  theirs: text.theirs,
  myTitle: text.useMyTitle,
  theirTitle: text.useTheirTitle,
};

/** Names for the versions of two devices. */
export const getSideNames = (mine: string, theirs: string): SideNames => ({
  mine,
  theirs,
  myTitle: text.useTitle(mine),
  theirTitle: text.useTitle(theirs),
});
