import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import { documentSchema } from '../schemas/documents.js';
import { graphPath, graphReport, graphSchema } from '../schemas/graph.js';
import { linkDirections } from '../schemas/links.js';
import { id, limit } from '../schemas/primitives.js';

const GRAPH = '/api/v1/graph';
const direction = defer(() => z.enum(linkDirections).default('both').describe('Links to follow.'));

/**
 * Limit from 1 to `max`. A higher value is refused rather than lowered, since a lowered limit would change the meaning
 * of the response.
 */
const ceiling = (standard: number, max: number) => z.int().min(1).max(max).default(standard);

/** Operations on the graph of notes and links. */
export const graphRows = {
  getGraph: operation({
    summary: 'List the notes linked with the given notes, level by level.',
    input: () =>
      z.strictObject({
        roots: z.array(id('document')).min(1).max(100),
        direction: direction(),
        depth: ceiling(1, 5).describe('Maximum number of links from a root.'),
        max_nodes: ceiling(5_000, 5_000).describe('Maximum number of notes.'),
        max_edges: ceiling(20_000, 20_000).describe('Maximum number of links.'),
      }),
    output: graphSchema,
    errors: ['not_found'],
    http: { method: 'post', path: GRAPH },
    mcp: {
      tool: 'get_graph',
      scope: 'read-only',
      get arguments() {
        return {
          roots: 'Note IDs.',
          direction: '',
          depth: '',
          // A whole neighbourhood seldom fits into a response.
          max_nodes: ceiling(100, 5_000),
          max_edges: ceiling(200, 20_000),
        };
      },
    },
    cli: {
      command: 'graph show',
      positional: ['roots'],
      examples: ['notes graph show "Garden" --depth 2', 'notes graph show "Garden" --direction incoming -o ids'],
    },
  }),
  findGraphPath: operation({
    summary: 'Find a shortest path of links between two notes.',
    input: () =>
      z.strictObject({
        from: id('document'),
        to: id('document'),
        direction: direction(),
        max_depth: ceiling(6, 10).describe('Maximum number of links of the path.'),
        max_visits: ceiling(20_000, 200_000).describe('Maximum number of notes to visit.'),
      }),
    output: graphPath,
    errors: ['not_found'],
    http: { method: 'post', path: `${GRAPH}/path` },
    mcp: {
      tool: 'find_graph_path',
      scope: 'read-only',
      // An agent may call this often, so that a call does less work.
      get arguments() {
        return {
          from: 'Note ID.',
          to: 'Note ID.',
          direction: '',
          max_depth: '',
          max_visits: ceiling(10_000, 100_000),
        };
      },
    },
    cli: { command: 'graph path', positional: ['from', 'to'], examples: ['notes graph path "Garden" "Compost"'] },
  }),
  getGraphReport: operation({
    summary: 'Count the notes without incoming links, and rank the most linked notes.',
    input: () => z.strictObject({ limit: limit(20, 200) }),
    output: graphReport,
    errors: [],
    http: { method: 'get', path: `${GRAPH}/report` },
    mcp: { tool: 'get_graph_report', scope: 'read-only' },
    cli: { command: 'graph report', examples: ['notes graph report --limit 50', 'notes graph report --write-note'] },
  }),
  writeGraphReport: operation({
    summary: 'Write the report as a read-only note in Reports, replacing the previous one.',
    input: () => z.strictObject({}),
    output: documentSchema,
    errors: [],
    http: { method: 'post', path: `${GRAPH}/report/note`, etag: 'current_revision_id' },
    mcp: null,
    cli: null,
  }),
};
