import type { LoggedOperation } from '../log/operations.js';
import { compareOperations, getDot } from '../log/order.js';
import { groupBy } from './operations-by-name.js';
import { makeNamesUnique } from './unique-names.js';

/** A saved search as applications display it. */
export interface SearchView {
  readonly id: string;
  /** Displayed name: numbered when an earlier search has the given name. */
  readonly name: string;
  readonly givenName: string;
  /** Dot of the operation that set the name. */
  readonly namedBy: string;
  readonly query: string;
  readonly iconEmoji: string | null;
  readonly createdAt: number;
}

const BUILTIN_NAMES = ['All notes', 'Trash'];

/**
 * Computes the saved searches of a library by id. Each field has the value set last. A deletion counts when it has seen
 * all other operations of the search.
 */
export function computeSearches(operations: readonly LoggedOperation[]): Map<string, SearchView> {
  const ordered = [...operations].sort(compareOperations);
  const positions = new Map(ordered.map((logged, i) => [getDot(logged), i]));
  const bySearch = groupBy(ordered, ({ operation }) => ('search' in operation ? operation.search : null));
  const found: Omit<SearchView, 'name'>[] = [];
  for (const [id, own] of bySearch) {
    const search = id === null ? null : computeSearch(id, own);
    if (search !== null) found.push(search);
  }
  const position = ({ namedBy }: { readonly namedBy: string }) => positions.get(namedBy) as number;
  found.sort((a, b) => position(a) - position(b));
  const names = makeNamesUnique(
    found.map(({ givenName }) => givenName),
    BUILTIN_NAMES,
  );
  return new Map(found.map((search, i) => [search.id, { ...search, name: names[i] as string }]));
}

function computeSearch(id: string, own: readonly LoggedOperation[]): Omit<SearchView, 'name'> | null {
  let search = null as Omit<SearchView, 'name'> | null;
  const dots: string[] = [];
  for (const logged of own) {
    const { operation } = logged;
    if (operation.op === 'sn.delete') continue;
    dots.push(getDot(logged));
    if (operation.op === 'sn.create') {
      const { name: givenName, query, icon_emoji: iconEmoji, created } = operation;
      search = { id, givenName, namedBy: getDot(logged), query, iconEmoji, createdAt: search?.createdAt ?? created };
    } else if (operation.op === 'sn.set' && search !== null) {
      const { name, query = search.query, icon_emoji: iconEmoji = search.iconEmoji } = operation;
      search = {
        ...search,
        query,
        iconEmoji,
        ...(name === undefined ? {} : { givenName: name, namedBy: getDot(logged) }),
      };
    }
  }
  return isDeleted(own, dots) ? null : search;
}

/** Returns true when some deletion has seen all `dots`. */
export function isDeleted(own: readonly LoggedOperation[], dots: readonly string[]): boolean {
  return own.some(
    ({ operation }) =>
      (operation.op === 'sn.delete' || operation.op === 'res.delete') &&
      dots.every((dot) => operation.seen.includes(dot)),
  );
}
