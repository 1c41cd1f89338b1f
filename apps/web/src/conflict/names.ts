import { text } from './texts.js';

/** What the sides of a conflict are called, and their titles. */
export interface SideNames {
  readonly mine: string;
  readonly theirs: string;
  readonly myTitle: string;
  readonly theirTitle: string;
}

/** What was written here, against what is there. */
export const ownNames: SideNames = {
  mine: text.mine,
  theirs: text.theirs,
  myTitle: text.myTitle,
  theirTitle: text.theirTitle,
};

/** Of devices. */
export const namesOf = (mine: string, theirs: string): SideNames => ({
  mine,
  theirs,
  myTitle: text.titleOf(mine),
  theirTitle: text.titleOf(theirs),
});
