import { forceLink, forceManyBody, forceSimulation, forceX, forceY, type SimulationNode } from 'd3-force';

/** Number of notes, and the linked pairs. */
interface LayoutRequest {
  readonly count: number;
  readonly edges: Uint32Array;
}

/** Interval between reports of positions, in milliseconds. */
const REPORT_INTERVAL_MS = 80;
const TICKS = 220;
const MIN_HUGE_NODES = 1_500;

addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => layOut(data));

function layOut({ count, edges }: LayoutRequest): void {
  const nodes = Array.from({ length: count }, () => ({})) as SimulationNode[];
  const simulation = createSimulation(nodes, edges);
  const step = () => {
    const end = performance.now() + REPORT_INTERVAL_MS;
    do simulation.tick();
    while (performance.now() < end && simulation.alpha() >= simulation.alphaMin());
    reportPositions(nodes);
    if (simulation.alpha() >= simulation.alphaMin()) setTimeout(step);
  };
  // Reports the initial positions before the first step is done.
  reportPositions(nodes);
  step();
}

function createSimulation(nodes: SimulationNode[], edges: Uint32Array) {
  const links = Array.from({ length: edges.length / 2 }, (_, at) => ({
    source: edges[at * 2] as number,
    target: edges[at * 2 + 1] as number,
  }));
  const simulation = forceSimulation(nodes).stop();
  const charge = forceManyBody()
    .strength(-90)
    .distanceMax(600)
    .theta(nodes.length > MIN_HUGE_NODES ? 1.4 : 0.9);
  return simulation
    .alphaDecay(1 - simulation.alphaMin() ** (1 / TICKS))
    .force('charge', charge)
    .force('link', forceLink(links).distance(44))
    .force('x', forceX().strength(0.05))
    .force('y', forceY().strength(0.05));
}

function reportPositions(nodes: readonly SimulationNode[]): void {
  const positions = new Float32Array(nodes.length * 2);
  for (const [index, { x, y }] of nodes.entries()) positions.set([x, y], index * 2);
  postMessage(positions, { transfer: [positions.buffer] });
}
