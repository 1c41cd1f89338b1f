import { Adjacency, type LinkGraph } from '@notes/link-graph';
import { NODE_FLAGS, type Reader, type Store } from '@notes/storage';
import type { LoadedGraph, LoadTask } from './load-task.js';
import { NodeFlags } from './node-flags.js';
import { NodeNames } from './node-names.js';

/** Number of changes above which reading all links is faster than applying the changes. */
const MAX_CHANGES = 5_000;
const LOADING_MS = 60_000;

/** Links between notes, the flags of each note by its key, and names of notes. */
export interface Graph extends LinkGraph {
  readonly rules: NodeFlags;
  readonly names: NodeNames;
}

/** The graph as read, updated from the change journal since. */
interface FollowedGraph extends Graph {
  readonly links: Adjacency;
  seq: number;
}

/**
 * Links of a library in memory, for searches that would need one SQL statement for each note. A worker reads the whole
 * graph at the first request. Each later request first applies the change journal, which also holds the writes of other
 * processes.
 */
export class LiveGraph {
  readonly #store: Store;
  #followed: FollowedGraph | undefined;
  #loading: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Runs a synchronous read of the library and of the graph in the same state. */
  async read<T>(work: (graph: Graph, reader: Reader) => T): Promise<T> {
    for (;;) {
      const graph = this.#followed;
      const done = graph && this.#store.read((reader) => applyChanges(graph, reader) && { value: work(graph, reader) });
      if (done) return done.value;
      this.#loading ??= this.#load().finally(() => {
        this.#loading = undefined;
      });
      await this.#loading;
    }
  }

  async #load(): Promise<void> {
    const { graphWorker } = await import('../../platform/workers.js');
    const task: LoadTask = { dataDir: this.#store.paths.dataDir };
    const module = new URL('../../../dist/notes/graph/load-task.js', import.meta.url);
    const loaded = await graphWorker.run<LoadedGraph, null>({ module, task, deadlineMs: LOADING_MS }, null);
    if (loaded === null) throw new Error('Reading the links of the library exceeded the time limit');
    const rules = new NodeFlags();
    for (const [index, node] of loaded.nodes.entries()) rules.set(node, loaded.flags[index] as number);
    this.#followed = { links: Adjacency.fromTransfer(loaded.parts), rules, names: new NodeNames(), seq: loaded.seq };
  }
}

/** Applies the changes since the last read. Returns false when reading the whole graph again is better. */
function applyChanges(graph: FollowedGraph, { journal, documents, links }: Reader): boolean {
  const changes = journal.since(graph.seq, MAX_CHANGES + 1);
  const last = changes.at(-1);
  if (last === undefined) return true;
  // The node of a purged note is no longer known.
  if (changes.length > MAX_CHANGES || changes.some(({ kind }) => kind === 'purge')) return false;
  const ids = new Set(changes.filter(({ entity }) => entity === 'document').map(({ id }) => id));
  const nodes = documents.flags([...ids]);
  const targets = new Map<number, number[]>(nodes.map(({ pk }) => [pk, []]));
  for (const { source, target } of links.listEdges([...targets.keys()])) targets.get(source)?.push(target);
  for (const { pk, active, readOnly } of nodes) {
    graph.names.forget(pk);
    graph.links.setOutgoing(pk, targets.get(pk) as number[]);
    graph.rules.set(pk, (active ? NODE_FLAGS.active : 0) | (readOnly ? NODE_FLAGS.readOnly : 0));
  }
  graph.seq = last.seq;
  return true;
}
