/** Maximum rows of one list of a report about attachments. */
const MAX_ROWS = 1_000;

/** A list with a full count that keeps only its first rows. */
export class CappedList<Row> {
  readonly rows: Row[] = [];
  readonly total = { count: 0, bytes: 0 };

  add(row: Row, bytes: number): void {
    this.total.count++;
    this.total.bytes += bytes;
    if (this.rows.length < MAX_ROWS) this.rows.push(row);
  }

  get isTruncated(): boolean {
    return this.rows.length < this.total.count;
  }
}
