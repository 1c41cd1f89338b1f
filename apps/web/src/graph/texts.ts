import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

const hops = (count: number) => plural(count, '# hop', '# hops');

export const text = catalogue({
  graph: 'Graph',
  explore: 'Explore',
  path: 'Path',
  report: 'Report',

  bothWays: 'Both ways',
  fromNote: 'From the note',
  toNote: 'To the note',

  nodeLimit: (limit: number) => `Stopped at the node limit (${number(limit)}).`,
  edgeLimit: (limit: number) => `Stopped at the edge limit (${number(limit)}).`,
  allNodes: (depth: number) => `All notes to depth ${number(depth)} are here, not all of the links between them.`,
  noDepth: 'Not even depth 1 is complete.',
  completeDepth: (depth: number) => `Depth ${number(depth)} is complete, ${number(depth + 1)} is not.`,
  raiseTo: (limit: number) => `Raise to ${number(limit)}`,
  lowerTo: (depth: number) => `Lower depth to ${number(depth)}`,

  addRoot: 'Add a note to start from',
  roots: 'Notes it starts from',
  takeOff: (title: string) => `Take off ${title}`,
  linksFollowed: 'Links followed',
  depth: 'Depth',
  mostNotes: 'Most notes',
  mostLinks: 'Most links',

  size: (notes: number, links: number) =>
    `${plural(notes, '# note', '# notes')}, ${plural(links, '# link', '# links')}`,
  picture: 'Picture',
  table: 'Table',
  legend: 'Colours by distance',
  atDistance: (distance: number) => number(distance),
  atDistanceOrMore: (distance: number) => `${number(distance)} and more`,
  whatTheCanvasIs: (notes: number, links: number) =>
    `A picture of ${plural(notes, '# note', '# notes')} and ${plural(links, '# link', '# links')}. Arrows go from note to note, Enter opens the one selected, plus and minus zoom, 0 shows all; with Shift, arrows move the picture. The table lists the same notes.`,

  selectNote: 'Select a note to see what it is linked with.',
  selectedNote: 'Selected note',
  whereItIs: (distance: number, incoming: number, outgoing: number) =>
    `distance ${number(distance)} · in ${number(incoming)} · out ${number(outgoing)}`,
  open: 'Open',
  startFrom: 'Start from it too',
  pathFromStart: 'Path from the start',
  neighbours: (count: number) => plural(count, '# neighbour here', '# neighbours here'),

  notesOfGraph: 'Notes of the graph',
  note: 'Note',
  distance: 'Distance',
  incoming: 'In',
  outgoing: 'Out',
  neighboursOf: (title: string) => `Show the neighbours of ${title}`,
  showNeighbours: 'Neighbours',

  beginWith: 'Begin with a note many others link to',
  noLinks: 'No note links to another yet. Type [[ in a note to link it.',
  hub: (title: string, incoming: number) => `${title} (${number(incoming)})`,

  pathFrom: 'From',
  pathTo: 'To',
  mostHops: 'Most hops',
  chooseTwo: 'Choose two notes.',
  pathFound: (length: number) => plural(length, 'A shortest path takes # hop.', 'A shortest path takes # hops.'),
  noPath: 'There is no path: nothing that can be reached from one note leads to the other.',
  depthExhausted: (most: number) =>
    `No path of at most ${hops(most)}; a longer one may exist. Raise the limit to look further.`,
  budgetExhausted: (visits: number) =>
    `Stopped after looking at ${plural(visits, '# note', '# notes')}, before the search was complete; a path may exist.`,

  writeReport: 'Write report note',
  whereReportIs: 'The note is in Reports, and replaces the one written before.',
  reportWritten: 'The report is written',
  openIt: 'Open it',
  at: 'At',
  notes: 'Notes',
  linksBetween: 'Links between two notes',
  orphansAre: 'Orphans: nothing links to them',
  isolatedAre: 'Isolated: nor do they link to anything',
  firstOf: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)}.`,
  hubs: 'Hubs',
  notesLinking: 'Notes that link to it',
  exploreAround: (title: string) => `Explore around ${title}`,
  orphans: 'Orphans',
  isolated: 'Isolated',
});
