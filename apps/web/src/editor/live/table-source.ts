import { StateEffect } from '@codemirror/state';

/** Shows the source of the table at an offset until the selection leaves it; undefined shows the table in cells. */
export const showTableSource = StateEffect.define<number | undefined>();
