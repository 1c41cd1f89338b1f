import type { NodeRules } from '@notes/link-graph';
import { NODE_FLAGS } from '@notes/storage';

/** Flags of each note, by its node. */
export class NodeFlags implements NodeRules {
  #flags = new Uint8Array(1024);

  set(node: number, flags: number): void {
    if (node >= this.#flags.length) {
      const larger = new Uint8Array(2 * node);
      larger.set(this.#flags);
      this.#flags = larger;
    }
    this.#flags[node] = flags;
  }

  isActive(node: number): boolean {
    return this.#has(node, NODE_FLAGS.active);
  }

  isReadOnly(node: number): boolean {
    return this.#has(node, NODE_FLAGS.readOnly);
  }

  /** Returns every active note, ascending. */
  active(): number[] {
    const nodes: number[] = [];
    for (let node = 0; node < this.#flags.length; node++) if (this.isActive(node)) nodes.push(node);
    return nodes;
  }

  #has(node: number, flag: number): boolean {
    return ((this.#flags[node] ?? 0) & flag) !== 0;
  }
}
