import { eq, sql } from 'drizzle-orm';
import { build, defineQuery, names, type Parameters } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { carrierFolders } from './schema.js';

const selectCarrier = defineQuery(({ path }: Parameters<{ path: string }>) =>
  build.select({ carrierId: carrierFolders.carrierId }).from(carrierFolders).where(eq(carrierFolders.path, path)),
);
const putCarrier = defineQuery(
  ({ path, carrierId }: Parameters<{ path: string; carrierId: string }>) =>
    sql`INSERT OR REPLACE INTO ${carrierFolders} (${names(carrierFolders.path, carrierFolders.carrierId)})
      VALUES (${path}, ${carrierId})`,
);

/** Folders used for exchange, with the carrier last found in each. */
export class CarrierFolders {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /**
   * Returns the carrier id of a folder; undefined for an unknown folder.
   *
   * @param path absolute path
   */
  carrierAt(path: string): string | undefined {
    return this.#sql.value(selectCarrier, { path });
  }

  keep(path: string, carrierId: string): void {
    if (this.carrierAt(path) !== carrierId) this.#sql.run(putCarrier, { path, carrierId });
  }
}
