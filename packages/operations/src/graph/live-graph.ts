import { Adjacency, type LinkGraph } from '@notes/link-graph';
import { NODE_FLAGS, type Reader, type Store } from '@notes/storage';
import type { LoadedGraph, LoadTask } from './load-task.js';
import { NodeFlags } from './node-flags.js';

/** More changes than this are slower to follow than all links are to read. */
const MAX_CHANGES = 5_000;
const LOADING_MS = 60_000;

/** Who links to whom, and what each note is, by its key. */
export interface Graph extends LinkGraph {
  readonly rules: NodeFlags;
}

/** The graph as it was read, followed since. */
interface Following extends Graph {
  readonly links: Adjacency;
  seq: number;
}

/**
 * The links of a library in memory, for searches that would take SQL one statement a note. Read whole by a worker when
 * first asked for; from then on each request first follows the change journal, which holds what other processes wrote
 * as well.
 */
export class LiveGraph {
  readonly #store: Store;
  #following: Following | undefined;
  #loading: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Runs a synchronous read of the library and of the graph as they are at one moment. */
  async read<T>(work: (graph: Graph, reader: Reader) => T): Promise<T> {
    for (;;) {
      const graph = this.#following;
      const done = graph && this.#store.read((reader) => follow(graph, reader) && { value: work(graph, reader) });
      if (done) return done.value;
      this.#loading ??= this.#load().finally(() => {
        this.#loading = undefined;
      });
      await this.#loading;
    }
  }

  async #load(): Promise<void> {
    const { graphing } = await import('../workers.js');
    const task: LoadTask = { dataDir: this.#store.paths.dataDir };
    const module = new URL('../../dist/graph/load-task.js', import.meta.url);
    const loaded = await graphing.run<LoadedGraph, null>({ module, task, deadlineMs: LOADING_MS }, null);
    if (loaded === null) throw new Error('the links of the library could not be read in time');
    const rules = new NodeFlags();
    for (const [index, node] of loaded.nodes.entries()) rules.set(node, loaded.flags[index] as number);
    this.#following = { links: Adjacency.fromTransfer(loaded.parts), rules, seq: loaded.seq };
  }
}

/** Takes in what changed since; false when it is better to read everything anew. */
function follow(graph: Following, { journal, documents, links }: Reader): boolean {
  const changes = journal.since(graph.seq, MAX_CHANGES + 1);
  const last = changes.at(-1);
  if (last === undefined) return true;
  // A purged note no longer tells which node it was.
  if (changes.length > MAX_CHANGES || changes.some(({ kind }) => kind === 'purge')) return false;
  const ids = new Set(changes.filter(({ entity }) => entity === 'document').map(({ id }) => id));
  const nodes = documents.flags([...ids]);
  const targets = new Map<number, number[]>(nodes.map(({ pk }) => [pk, []]));
  for (const { source, target } of links.edgesOf([...targets.keys()])) targets.get(source)?.push(target);
  for (const { pk, active, readOnly } of nodes) {
    graph.links.setOutgoing(pk, targets.get(pk) as number[]);
    graph.rules.set(pk, (active ? NODE_FLAGS.active : 0) | (readOnly ? NODE_FLAGS.readOnly : 0));
  }
  graph.seq = last.seq;
  return true;
}
