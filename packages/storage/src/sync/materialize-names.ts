import { nameKey } from '@notes/query-language';
import { getDot } from '@notes/sync-protocol';
import { computeSearches, computeTagNames, findNameConflicts } from '@notes/sync-protocol/merge';
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { defineQuery, type Parameters, rows } from '../library/query.js';
import { documents, documentTags, tags } from '../schema.js';
import { PartMaterializer } from './part-materializer.js';
import type { SearchState, TagState } from './states.js';

const d = alias(documents, 'd');
const t = alias(tags, 't');
const dt = alias(documentTags, 'dt');
const selectIdsWithTags = defineQuery(({ tags: ids }: Parameters<{ tags: string }>) =>
  rows(
    { id: d.id },
    (list) => sql`SELECT DISTINCT ${list} FROM json_each(${ids}) k CROSS JOIN ${tags} ${t} ON ${t.id} = k.value
      CROSS JOIN ${documentTags} ${dt} ON ${dt.tagPk} = ${t.pk} JOIN ${documents} ${d} ON ${d.pk} = ${dt.documentPk}`,
  ),
);

/** Materializes tags and saved searches from the log. */
export class NameMaterializer extends PartMaterializer {
  /**
   * Materializes tags.
   *
   * @returns ids of notes whose tags have to be materialized again
   */
  materializeTags(): string[] {
    const { tags, canonical } = computeTagNames(this.log.listByPrefix('tag'));
    const shown = new Set<string>();
    for (const [id, stands] of canonical) {
      const { name } = tags.get(stands) as { name: string };
      const as = stands === id ? null : stands;
      const known = this.states.get<TagState>(id);
      if (known !== undefined && known.as !== as) for (const old of [known.as ?? id, id]) shown.add(old);
      if (known === undefined || known.as !== as || known.name !== name)
        this.states.set(id, { name, key: nameKey(name), as } satisfies TagState);
    }
    const affected = this.sql.all(selectIdsWithTags, { tags: JSON.stringify([...shown]) }).map(({ id }) => id);
    this.writers.tags.rewrite((id) => {
      const view = tags.get(canonical.get(id) ?? id);
      return view && { id: view.id, name: view.name };
    });
    return affected;
  }

  materializeSearches(): void {
    const { searchNotebooks } = this.writers;
    const operations = this.log.listByPrefix('snb');
    const views = computeSearches(operations);
    const rows = searchNotebooks.all().filter(({ builtin }) => !builtin);
    const differing = rows.filter((row) => {
      const view = views.get(row.id);
      return view?.name !== row.name || view.query !== row.query || view.iconEmoji !== row.iconEmoji;
    });
    for (const row of differing) searchNotebooks.delete(row);
    for (const { id, name, query, iconEmoji, createdAt } of views.values())
      if (searchNotebooks.get(id) === undefined)
        searchNotebooks.insert({ id, name, query, iconEmoji, createdAt, builtin: false });
    for (const id of new Set(operations.map(({ operation }) => ('search' in operation ? operation.search : '')))) {
      const view = views.get(id);
      if (view === undefined) this.states.delete(id);
      else {
        const dots = operations.filter(({ operation }) => 'search' in operation && operation.search === id).map(getDot);
        const { name, query, iconEmoji: icon } = view;
        this.states.set(id, { name, query, icon, dots } satisfies SearchState);
      }
    }
    const said = this.log.listByPrefix('cfl');
    const known = operations.flatMap(({ operation }) => ('search' in operation ? operation.search : []));
    this.conflicts.update([...new Set(known)], { notes: [], conflicts: findNameConflicts(views.values(), said) }, said);
  }
}
