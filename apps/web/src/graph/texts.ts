import type { Output } from '@notes/contract';
import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

const countLinks = (count: number) => plural(count, '# link', '# links');

export const text = catalogue({
  graph: 'Graph',
  explore: 'Explore',
  path: 'Path',
  report: 'Report',

  directionBoth: 'Both',
  directionOutgoing: 'Outgoing',
  directionIncoming: 'Incoming',

  nodeLimit: (limit: number) => `Stopped at the limit of ${number(limit)} notes.`,
  edgeLimit: (limit: number) => `Stopped at the limit of ${number(limit)} links.`,
  linksIncomplete: (depth: number) =>
    `All notes up to depth ${number(depth)} are shown, but not all links between them.`,
  firstDepthIncomplete: 'Depth 1 is incomplete.',
  completeDepth: (depth: number) => `Depth ${number(depth)} is complete, depth ${number(depth + 1)} is not.`,
  raiseTo: (limit: number) => `Raise limit to ${number(limit)}`,
  lowerTo: (depth: number) => `Lower depth to ${number(depth)}`,

  addRoot: 'Add a starting note',
  roots: 'Starting notes',
  removeRoot: (title: string) => `Remove ${title}`,
  linkDirection: 'Link direction',
  depth: 'Depth',
  maxNotes: 'Maximum notes',
  maxLinks: 'Maximum links',

  graphSize: (noteCount: number, links: number) =>
    `${plural(noteCount, '# note', '# notes')}, ${plural(links, '# link', '# links')}`,
  picture: 'Picture',
  table: 'Table',
  legend: 'Colours by distance',
  atDistance: (distance: number) => (distance === 0 ? 'Start' : plural(distance, '# link', '# links')),
  atDistanceOrMore: (distance: number) => `${number(distance)} or more`,
  canvasDescription: (noteCount: number, links: number) =>
    `Graph of ${plural(noteCount, '# note', '# notes')} and ${plural(links, '# link', '# links')}. Arrow keys move between linked notes, Enter opens the selected note, plus and minus zoom, 0 shows the whole graph, Shift with arrow keys moves the picture. The table lists the same notes.`,

  selectNote: 'Select a note to see its links.',
  selectedNote: 'Selected note',
  nodeFacts: (distance: number, incoming: number, outgoing: number) =>
    `distance ${number(distance)} · ${plural(incoming, '# incoming link', '# incoming links')} · ${plural(outgoing, '# outgoing link', '# outgoing links')}`,
  open: 'Open',
  addAsRoot: 'Add as starting note',
  pathFromStart: 'Find path from starting note',
  neighbours: (count: number) => plural(count, '# neighbour', '# neighbours'),

  notesInGraph: 'Notes in the graph',
  note: 'Note',
  distance: 'Distance',
  incoming: 'In',
  outgoing: 'Out',
  showNeighboursNamed: (title: string) => `Show the neighbours of ${title}`,
  showNeighbours: 'Neighbours',

  startWithHub: 'Start with one of the most linked notes',
  noLinks: 'No note links to another yet. Type [[ in a note to link to another one.',
  hub: (title: string, incoming: number) => `${title} (${number(incoming)})`,

  pathFrom: 'From',
  pathTo: 'To',
  maxPathLinks: 'Maximum links in the path',
  chooseTwoNotes: 'Choose two notes.',
  pathFound: (length: number) => plural(length, 'The shortest path has # link.', 'The shortest path has # links.'),
  noPath: 'There is no path: following links from one note never reaches the other.',
  noPathWithin: (most: number) =>
    `No path of up to ${countLinks(most)}. A longer one may exist: raise the limit to search further.`,
  pathSearchStopped: (visits: number) =>
    `The search stopped after ${plural(visits, '# note', '# notes')}, before it was complete. A path may exist.`,

  createReport: 'Create report note',
  reportHint: 'The note is stored in Reports and replaces the previous report.',
  reportCreated: 'Report created',
  openReport: 'Open report',
  generatedAt: 'Generated',
  noteCount: 'Notes',
  linkCount: 'Links between notes',
  orphansLabel: 'Orphans (no incoming links)',
  isolatedLabel: 'Isolated notes (no links at all)',
  firstListed: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)}.`,
  hubs: 'Most linked notes',
  notesLinking: 'Notes linking to it',
  exploreAround: (title: string) => `Explore around ${title}`,
  orphans: 'Orphans',
  isolated: 'Isolated',
});

export const graphTabs = [
  ['graph', text.explore],
  ['graph/path', text.path],
  ['graph/report', text.report],
] as const;

type FoundPath = Output<'findGraphPath'>;

/** Describes the result of a path search; only `no_path` means that none exists. */
export function describePath({ status, length, visits }: FoundPath, maxDepth: number): string {
  switch (status) {
    case 'found':
      return text.pathFound(length as number);
    case 'no_path':
      return text.noPath;
    case 'depth_exhausted':
      return text.noPathWithin(maxDepth);
    case 'budget_exhausted':
      return text.pathSearchStopped(visits);
  }
}
