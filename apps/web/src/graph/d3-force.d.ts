/** Types of the used parts of d3-force, which ships none. */
declare module 'd3-force' {
  export interface SimulationNode {
    x: number;
    y: number;
  }
  interface Simulation {
    force(name: string, force: unknown): Simulation;
    stop(): Simulation;
    tick(): Simulation;
    alpha(): number;
    alphaMin(): number;
    alphaDecay(decay: number): Simulation;
  }
  interface Tunable {
    strength(value: number): Tunable;
    distance(value: number): Tunable;
    distanceMax(value: number): Tunable;
    theta(value: number): Tunable;
  }
  export function forceSimulation(nodes: SimulationNode[]): Simulation;
  export function forceManyBody(): Tunable;
  export function forceX(): Tunable;
  export function forceY(): Tunable;
  export function forceLink(links: { source: number; target: number }[]): Tunable;
}
