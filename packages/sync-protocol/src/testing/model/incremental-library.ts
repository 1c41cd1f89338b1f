import type { LoggedOperation } from '../../log/operations.js';
import { dotOf } from '../../log/order.js';
import { recoveredId } from '../../merge/derived-ids.js';
import { type EntityKey, entityOf } from '../../merge/entity.js';
import { assembleView, type LineageView, lineageView, type View } from '../../merge/view.js';

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
    const key = entityOf(operation);
    const own = this.#byEntity.get(key);
    if (own === undefined) this.#byEntity.set(key, [logged]);
    else own.push(logged);
    if (!('doc' in operation) || operation.doc === null) return;
    if (operation.op === 'doc.purge') {
      const recovered = recoveredId(operation.doc);
      this.#sources.set(recovered, operation.doc);
      this.#lineages.delete(recovered);
      this.#stale.delete(recovered);
    }
    this.#stale.add(this.#rootOf(operation.doc));
  }

  /** Returns the operations of each lineage, by the id of its original note. */
  lineages(): Map<string, readonly LoggedOperation[]> {
    this.#refresh();
    return new Map([...this.#lineages.keys()].map((root) => [root, this.#operationsOf(root)]));
  }

  forget(root: string, dots: ReadonlySet<string>): void {
    this.#view = null;
    for (const id of this.#idsOf(root)) {
      const own = this.#byEntity.get(`note:${id}`) ?? [];
      this.#byEntity.set(
        `note:${id}`,
        own.filter((logged) => !dots.has(dotOf(logged))),
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
    for (const root of this.#stale) this.#lineages.set(root, lineageView(root, this.#operationsOf(root)));
    this.#stale.clear();
  }

  #rootOf(doc: string): string {
    let root = doc;
    for (let source = this.#sources.get(root); source !== undefined; source = this.#sources.get(root)) root = source;
    return root;
  }

  #idsOf(root: string): string[] {
    const ids = [root];
    for (let next = recoveredId(root); this.#sources.has(next); next = recoveredId(next)) ids.push(next);
    return ids;
  }

  #operationsOf(root: string): LoggedOperation[] {
    return this.#idsOf(root).flatMap((id) => this.#byEntity.get(`note:${id}`) ?? []);
  }
}
