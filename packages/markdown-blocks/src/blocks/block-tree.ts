import type { Definitions } from '../inline/definitions.js';
import type { NodeTable } from './node-table.js';
import type { Segments } from './segments.js';

/** Block structure of a body. */
export interface BlockTree {
  readonly body: string;
  readonly nodes: NodeTable;
  readonly segments: Segments;
  readonly definitions: Definitions;
}
