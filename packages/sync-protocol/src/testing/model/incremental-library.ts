import type { LoggedOperation } from '../../log/operations.js';
import { getDot } from '../../log/order.js';
import { deriveRecoveredId } from '../../merge/derived-ids.js';
import { type EntityKey, getEntityKey } from '../../merge/entity.js';
import { assembleView, computeLineageView, type LineageView, type View } from '../../merge/view.js';

/** A library updated operation by operation. An operation only recomputes the lineage of its note. */
export class IncrementalLibrary {
  readonly #byEntity = new Map<EntityKey, LoggedOperation[]>();
  readonly #lineages = new Map<string, LineageView>();
  readonly #stale = new Set<string>();
  /** Purged note that each recovered note comes from. */
  readonly #sources = new Map<string, string>();
  #view: View | null = null;

  apply(logged: LoggedOperation): void {
    this.#view = null;
    const { operation } = logged;
    const key = getEntityKey(operation);
    const own = this.#byEntity.get(key);
    if (own === undefined) this.#byEntity.set(key, [logged]);
    else own.push(logged);
    if (!('doc' in operation) || operation.doc === null) return;
    if (operation.op === 'doc.purge') {
      const recovered = deriveRecoveredId(operation.doc);
      this.#sources.set(recovered, operation.doc);
      this.#lineages.delete(recovered);
      this.#stale.delete(recovered);
    }
    this.#stale.add(this.#findRoot(operation.doc));
  }

  /** Returns the operations of each lineage, by the id of its original note. */
  lineages(): Map<string, readonly LoggedOperation[]> {
    this.#refresh();
    return new Map([...this.#lineages.keys()].map((root) => [root, this.#listOperations(root)]));
  }

  prune(root: string, dots: ReadonlySet<string>): void {
    this.#view = null;
    for (const id of this.#listIds(root)) {
      const own = this.#byEntity.get(`note:${id}`) ?? [];
      this.#byEntity.set(
        `note:${id}`,
        own.filter((logged) => !dots.has(getDot(logged))),
      );
    }
    this.#stale.add(root);
  }

  operations(): LoggedOperation[] {
    return [...this.#byEntity.values()].flat();
  }

  view(): View {
    this.#refresh();
    this.#view ??= assembleView([...this.#lineages.values()], this.#byEntity);
    return this.#view;
  }

  #refresh(): void {
    for (const root of this.#stale) this.#lineages.set(root, computeLineageView(root, this.#listOperations(root)));
    this.#stale.clear();
  }

  #findRoot(doc: string): string {
    let root = doc;
    for (let source = this.#sources.get(root); source !== undefined; source = this.#sources.get(root)) root = source;
    return root;
  }

  #listIds(root: string): string[] {
    const ids = [root];
    for (let next = deriveRecoveredId(root); this.#sources.has(next); next = deriveRecoveredId(next)) ids.push(next);
    return ids;
  }

  #listOperations(root: string): LoggedOperation[] {
    return this.#listIds(root).flatMap((id) => this.#byEntity.get(`note:${id}`) ?? []);
  }
}
