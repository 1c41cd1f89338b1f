import { Empty } from '../ui/states.js';

/** Beside a list of which no note is open. */
export const NothingOpen = () => (
  <Empty>
    <p>Choose a note from the list.</p>
    <p>
      <kbd>j</kbd> and <kbd>k</kbd> move in it, <kbd>Enter</kbd> opens, <kbd>x</kbd> selects.
    </p>
  </Empty>
);
