/** Error of an export for which the earlier archive is damaged, or objects of it were kept that do not fit the library. */
export class OutdatedExport extends Error {
  override readonly name = 'OutdatedExport';
}
