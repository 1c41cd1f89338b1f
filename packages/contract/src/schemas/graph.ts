import { z } from 'zod';
import { defer } from '../defer.js';
import { namedDocument, placedDocument } from './links.js';
import { count, id, timestamp } from './primitives.js';

const ceilings = ['nodes', 'edges'] as const;

export const graphSchema = defer(() =>
  z
    .object({
      nodes: z.array(
        placedDocument()
          .extend({ distance: count.describe('Number of links to the nearest root.') })
          .meta({ id: 'GraphNode' }),
      ),
      edges: z.array(z.object({ source: id('document'), target: id('document') }).meta({ id: 'GraphEdge' })),
      truncated: z.boolean(),
      truncated_by: z.enum(ceilings).nullable().describe('The limit that stopped the expansion.'),
      requested_depth: count,
      completed_depth: count.describe('The deepest level that is complete.'),
    })
    .meta({ id: 'Graph' }),
);

const pathStatuses = ['found', 'no_path', 'depth_exhausted', 'budget_exhausted'] as const;

export const graphPath = defer(() =>
  z
    .object({
      status: z.enum(pathStatuses).describe('Only no_path means that there is none.'),
      nodes: z.array(placedDocument()).describe('From the first note to the last; empty unless found.'),
      length: count.nullable().describe('Number of links; null unless found.'),
      visits: count.describe('Notes visited.'),
    })
    .meta({ id: 'GraphPath' }),
);

const examples = defer(() => z.array(namedDocument()));

export const graphReport = defer(() =>
  z
    .object({
      generated_at: timestamp,
      note_count: count,
      link_count: count.describe('Pairs of notes of which one links to the other.'),
      orphan_count: count.describe('Notes without incoming links.'),
      isolated_count: count.describe('Orphans without outgoing links.'),
      hubs: z.array(
        namedDocument()
          .extend({ incoming: count.describe('Notes that link to it.') })
          .meta({ id: 'GraphHub' }),
      ),
      orphans: examples(),
      isolated: examples(),
    })
    .meta({ id: 'GraphReport' }),
);
