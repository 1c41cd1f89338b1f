import { eq, max, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, evaluate, names, type Parameters, rows, toHex } from '../library/query.js';
import { Statements } from '../library/statements.js';
import {
  resources,
  revisions,
  sourceBundles,
  syncBodies,
  syncLongTexts,
  syncOps,
  syncPublished,
  syncTexts,
  syncVerified,
} from '../schema.js';
import { logByEntity, OWN } from './op-log.js';

/** Content transferred as a blob, by its SHA-256 (hex). */
export interface NamedContent {
  readonly sha256: string;
  readonly sizeBytes: number;
}

const o = alias(syncOps, 'o');
const p = alias(syncPublished, 'p');
const longText = alias(syncLongTexts, 'c');
const r = alias(revisions, 'r');
const b = alias(syncBodies, 'b');

/** Condition for content `c` that is not on a carrier yet. */
const isUnpublished = (carrier: SQL) =>
  sql`NOT EXISTS (SELECT 1 FROM ${syncPublished} ${p} WHERE ${p.carrier} = ${carrier} AND ${p.sha256} = c.sha256)`;
/**
 * Selects attachments or import sources that this replica created, by the prefix of their ids: in ASCII, `_` is followed
 * by a back-tick.
 */
const selectCreated = (prefix: string) =>
  sql`SELECT ${o.operation} ->> 'sha256' AS sha256, ${o.operation} ->> 'size' AS size FROM ${logByEntity} ${o}
    WHERE ${o.entity} >= ${`${prefix}_`} AND ${o.entity} < ${`${prefix}\``} AND ${o.replicaPk} = ${OWN}
      AND ${o.operation} ->> 'sha256' IS NOT NULL`;
const selectUnpublished = {
  text: defineQuery(({ carrier }: Parameters<{ carrier: string }>) =>
    rows(
      { sha256: longText.sha256, sizeBytes: longText.sizeBytes },
      (list) => sql`SELECT DISTINCT ${list} FROM ${syncLongTexts} ${longText} WHERE ${isUnpublished(carrier)}`,
    ),
  ),
  resource: defineQuery(({ carrier }: Parameters<{ carrier: string }>) =>
    rows(
      { sha256: sql<string>`c.sha256`, sizeBytes: sql<number>`c.size` },
      (list) => sql`SELECT DISTINCT ${list} FROM (${selectCreated('res')} UNION ALL ${selectCreated('bundle')}) c
        WHERE ${isUnpublished(carrier)}`,
    ),
  ),
} as const;
const selectReferenced = defineQuery(() =>
  rows(
    { sha256: toHex(resources.sha256), sizeBytes: resources.sizeBytes },
    (list) => sql`SELECT ${list} FROM ${resources}
      UNION SELECT ${toHex(sourceBundles.sha256)}, ${sourceBundles.sizeBytes} FROM ${sourceBundles}`,
  ),
);
const selectVerifiedAt = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) =>
  build
    .select({ at: max(syncVerified.at) })
    .from(syncVerified)
    .where(eq(syncVerified.sha256, sha256)),
);
const selectOwnText = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) =>
  rows(
    { body: sql<string>`coalesce(${r.body}, ${b.body})` },
    (list) => sql`SELECT ${list} FROM ${syncLongTexts} ${longText}
      LEFT JOIN ${revisions} ${r} ON ${r.id} = ${longText.revisionId}
      LEFT JOIN ${syncBodies} ${b} ON ${b.revisionId} = ${longText.revisionId}
      WHERE ${longText.sha256} = ${sha256} AND coalesce(${r.body}, ${b.body}) IS NOT NULL LIMIT 1`,
  ),
);
export const selectReceivedText = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) =>
  build.select({ body: syncTexts.body }).from(syncTexts).where(eq(syncTexts.sha256, sha256)),
);
const insertTextReference = defineQuery(
  ({ revisionId, sha256, sizeBytes }: Parameters<{ revisionId: string; sha256: string; sizeBytes: number }>) =>
    build.insert(syncLongTexts).values({ revisionId, sha256, sizeBytes }).onConflictDoNothing(),
);
const insertReceivedText = defineQuery(({ sha256, body }: Parameters<{ sha256: string; body: string }>) =>
  build.insert(syncTexts).values({ sha256, body }).onConflictDoNothing(),
);
const deleteReceivedText = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) =>
  build.delete(syncTexts).where(eq(syncTexts.sha256, sha256)),
);
const hasTexts = defineQuery(() => evaluate(sql`EXISTS (SELECT 1 FROM ${syncTexts})`));
const insertPublished = defineQuery(({ carrier, sha256 }: Parameters<{ carrier: string; sha256: string }>) =>
  build.insert(syncPublished).values({ carrier, sha256 }).onConflictDoNothing(),
);
const deletePublished = defineQuery(({ carrier }: Parameters<{ carrier: string }>) =>
  build.delete(syncPublished).where(eq(syncPublished.carrier, carrier)),
);
const putVerified = defineQuery(
  ({ carrier, sha256, at }: Parameters<{ carrier: string; sha256: string; at: number }>) =>
    sql`INSERT OR REPLACE INTO ${syncVerified} (${names(syncVerified.carrier, syncVerified.sha256, syncVerified.at)})
      VALUES (${carrier}, ${sha256}, ${at})`,
);
const deleteVerified = defineQuery(({ carrier }: Parameters<{ carrier: string }>) =>
  build.delete(syncVerified).where(eq(syncVerified.carrier, carrier)),
);

/** Reads which content the log refers to, and which of it is on carriers. */
export class ContentReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  /** Content that this library has to publish on a carrier and has not published yet. */
  listUnpublished(carrier: string, kind: keyof typeof selectUnpublished): NamedContent[] {
    return this.sql.all(selectUnpublished[kind], { carrier });
  }

  /** Content of all attachments and import sources. */
  listReferenced(): NamedContent[] {
    return this.sql.all(selectReferenced);
  }

  /**
   * Time of the last complete verification of content on any carrier, in milliseconds since the Unix epoch; null when
   * it was never verified.
   */
  readVerifiedAt(sha256: string): number | null {
    return this.sql.value(selectVerifiedAt, { sha256 }) ?? null;
  }

  /** Returns true when a text is here that was received for an operation to be applied. */
  hasReceivedTexts(): boolean {
    return this.sql.count(hasTexts) === 1;
  }

  /** Returns a text that is too long for a segment: an own one, or one received for an operation to be applied. */
  readText(sha256: string): string | undefined {
    return this.sql.value(selectOwnText, { sha256 }) ?? this.sql.value(selectReceivedText, { sha256 });
  }
}

export class ContentWriter extends ContentReader {
  /** Records that an own operation refers to its text by digest. */
  recordTextReference(revisionId: string, { sha256, sizeBytes }: NamedContent): void {
    this.sql.run(insertTextReference, { revisionId, sha256, sizeBytes });
  }

  keepText(sha256: string, body: string): void {
    this.sql.run(insertReceivedText, { sha256, body });
  }

  dropTexts(sha256s: readonly string[]): void {
    for (const sha256 of sha256s) this.sql.run(deleteReceivedText, { sha256 });
  }

  markPublished(carrier: string, sha256s: readonly string[]): void {
    for (const sha256 of sha256s) this.sql.run(insertPublished, { carrier, sha256 });
  }

  /**
   * Replaces the verified content of a carrier.
   *
   * @param at milliseconds since the Unix epoch
   */
  setVerified(carrier: string, sha256s: readonly string[], at: number): void {
    this.sql.run(deleteVerified, { carrier });
    for (const sha256 of sha256s) this.sql.run(putVerified, { carrier, sha256, at });
  }

  clearPublished(carrier: string): void {
    this.sql.run(deletePublished, { carrier });
    this.sql.run(deleteVerified, { carrier });
  }
}
