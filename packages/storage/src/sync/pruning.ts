import { type LoggedOperation, parseDot, type VersionVector } from '@notes/sync-protocol';
import { listLineageIds } from '@notes/sync-protocol/merge';
import { findPrunable } from '@notes/sync-protocol/run';
import { type Handle, Statements } from '../library/statements.js';
import { LogReader } from './log-reader.js';
import { BY_ENTITY, KEY, OWN } from './op-log.js';

/** Prunable operations of a note and of the notes recovered from it. */
export interface PrunableNote {
  /** Id of the original note. */
  readonly documentId: string;
  readonly dots: readonly string[];
  /** Number of operations that are not revisions: removals, and the operations they cancel. */
  readonly tombstones: number;
  /** Size in bytes of the operations, and of the short texts that only the log keeps. */
  readonly bytes: number;
  /** Number of long texts that only the log keeps. */
  readonly texts: number;
  readonly textBytes: number;
}

/** Encrypted own operations that can be removed, up to a segment. */
export interface PrunableSegments {
  readonly through: number;
  readonly segments: number;
  readonly bytes: number;
}

const count = (name: string) => `sum(o.operation ->> 'op' = '${name}')`;
/** Notes with more operations than their current state needs. */
const CANDIDATES = `SELECT DISTINCT coalesce(l.root, c.entity) FROM (
    SELECT o.entity FROM ${BY_ENTITY} o WHERE o.entity >= 'doc_' AND o.entity < 'doc\`' GROUP BY o.entity
    HAVING ${count('doc.write')} > 1 OR ${count('doc.home')} > 1 OR ${count('doc.purge')} > 0 OR ${count('doc.restore')} > 0
      OR ${count('doc.tag_remove')} > 0 OR ${count('doc.detach')} > 0) c
  LEFT JOIN sync_lineages l ON l.id = c.entity ORDER BY 1`;
const OPERATION = `FROM sync_ops o WHERE o.pk = ${KEY}`;
const WEIGHT = `SELECT o.operation ->> 'op', length(o.operation), octet_length(b.body), t.size_bytes
  FROM (SELECT o.operation ${OPERATION}) o LEFT JOIN sync_bodies b ON b.revision_id = o.operation ->> 'rev'
  LEFT JOIN sync_long_texts t ON t.revision_id = o.operation ->> 'rev'`;
const REVISION = `SELECT o.operation ->> 'rev' ${OPERATION}`;
const DELETE_OPERATION = `DELETE ${OPERATION.replaceAll('o.', '').replace('sync_ops o', 'sync_ops')}`;
const MARK = 'UPDATE sync_replicas SET forgotten = max(forgotten, @seq) WHERE id = @replica';
/** Counts the segments within the floor, except the newest segment, which shows the end of the log. */
const SEGMENTS = `SELECT coalesce(max(s.n), 0) AS through, count(*) AS segments, coalesce(sum(octet_length(s.bytes)), 0) AS bytes
  FROM sync_sealed s JOIN sync_segments g ON g.n = s.n AND g.replica = (SELECT id FROM sync_replicas WHERE pk = ${OWN})
  WHERE s.class = 'ops' AND g.seq BETWEEN 1 AND ? AND s.n < (SELECT max(n) FROM sync_sealed WHERE class = 'ops')`;
const END =
  'SELECT sha256, (SELECT min(seq) FROM sync_segments WHERE replica = @replica AND n >= @index AND seq > 0) AS seq FROM sync_segments WHERE replica = @replica AND n = @index';

type Weight = [op: string, operation: number, body: number | null, text: number | null];

/** Finds prunable operations and segments. */
export class PruningReader {
  protected readonly sql: Statements;
  readonly #log: LogReader;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
    this.#log = new LogReader(raw);
  }

  /**
   * Notes with prunable operations, ascending by id.
   *
   * @param floor `retention` of `floorsOf`
   */
  notes(floor: VersionVector): PrunableNote[] {
    const roots = this.sql.rows<[string]>(CANDIDATES);
    return roots.map(([root]) => this.note(root, floor)).filter(({ dots }) => dots.length > 0);
  }

  note(root: string, floor: VersionVector): PrunableNote {
    const dots = [...findPrunable(root, this.#operations(root), floor)].sort();
    let [tombstones, texts, textBytes, bytes] = [0, 0, 0, 0];
    for (const dot of dots) {
      const [op, operation, body, text] = this.sql.row<Weight>(WEIGHT, parseDot(dot)) as Weight;
      if (op !== 'doc.write') tombstones += 1;
      bytes += operation;
      if (text === null || body === null) bytes += body ?? 0;
      else [texts, textBytes] = [texts + 1, textBytes + body];
    }
    return { documentId: root, dots, tombstones, texts, textBytes, bytes };
  }

  /**
   * Returns the own segments that can be removed.
   *
   * @param seq number of the last own operation that they may contain
   */
  segments(seq: number): PrunableSegments {
    return this.sql.get<PrunableSegments>(SEGMENTS, seq) as PrunableSegments;
  }

  /**
   * Returns the digest of an applied segment and a number at or after its last operation; undefined for any other
   * segment.
   */
  findSegmentEnd(replica: string, index: number): { readonly sha256: string; readonly seq: number | null } | undefined {
    return this.sql.get(END, { replica, index });
  }

  #operations(root: string): LoggedOperation[] {
    const found: LoggedOperation[] = [];
    const isPurged = (id: string) => {
      const own = this.#log.listByEntity(id);
      found.push(...own);
      return own.some(({ operation }) => operation.op === 'doc.purge');
    };
    listLineageIds(root, isPurged);
    return found;
  }
}

export class PruningWriter extends PruningReader {
  /** Deletes operations from the log, with the texts that only the log keeps. */
  prune(dots: readonly string[]): void {
    for (const dot of dots) {
      const at = parseDot(dot);
      const [revision] = this.sql.row<[string | null]>(REVISION, at) ?? [null];
      this.sql.run(DELETE_OPERATION, at);
      this.sql.run(MARK, at);
      if (revision !== null) this.sql.run('DELETE FROM sync_bodies WHERE revision_id = ?', revision);
    }
  }

  /** Deletes encrypted own operations up to a segment. */
  dropSegments(through: number): void {
    this.sql.run("DELETE FROM sync_sealed WHERE class = 'ops' AND n <= ?", through);
  }
}
