import { ARTIFACT_CLASSES } from '../artifact-class.js';
import { parseArtifactName } from '../frames/name.js';
import type { Alert } from './alerts.js';
import { CarrierReading, type Damage } from './carrier-reading.js';
import { Alerts } from './context.js';
import { repairCarrier } from './repair-carrier.js';
import { pullGroupState, type RunSession, startRun } from './run.js';
import type { RunOptions } from './run-options.js';
import type { BlobRef } from './store.js';

/** Result of reading back a carrier. */
export interface CarrierCheck {
  readonly carrierId: string;
  /** Number of undamaged artifacts. `bytesIn` counts the bytes read. */
  readonly sound: number;
  readonly bytesIn: number;
  readonly damaged: readonly Damage[];
  /** Damage without effect, in the namespaces of retired replicas, which will not put anything again. */
  readonly setAside: readonly Damage[];
  /** Number of own kept artifacts that were missing; of attachments and texts those that were put again. */
  readonly missing: number;
  /** Number of artifacts put again, and of damaged ones whose content was; `bytesOut` counts their bytes. */
  readonly repaired: number;
  readonly bytesOut: number;
  /** Number of artifacts whose keys are not known here yet. */
  readonly unread: number;
  /** Conditions that need a person's attention; also kept in the store. */
  readonly alerts: readonly Alert[];
  /** Returns true when all chunks of a blob were found undamaged. */
  holds(blob: BlobRef): boolean;
}

/**
 * Reads back all artifacts of members on a carrier and verifies digests, signatures and encryption. It puts damaged or
 * missing artifacts again where possible: own artifacts as published, and, in this replica's namespace, chunks of
 * attachments and texts that the carrier has nowhere else. Other content of the carrier stays unchanged. The library
 * changes only in what it knows of the group and of this carrier.
 *
 * @throws see `runSync`
 */
export async function verifyCarrier(options: RunOptions): Promise<CarrierCheck> {
  const run = await startRun(options);
  await pullGroupState(run);
  const reading = new CarrierReading(run);
  for (const namespace of run.members.replicas)
    for (const artifactClass of ARTIFACT_CLASSES) await reading.read(namespace, artifactClass);
  const { sound, unread } = reading;
  const missingEntries = await countMissing(run);
  const bytesIn = run.counts.bytesIn;
  const repair = await repairCarrier(run, reading);
  const setAside = [...repair.harmless];
  const damaged = reading.damaged.filter((each) => !repair.harmless.has(each));
  const alerts = buildAlerts(damaged.filter((each) => !repair.mended.has(each)));
  await run.store.setAlerts(run.carrierId, alerts, 'reading');
  const holds = (blob: BlobRef) => reading.holds(blob);
  const { repaired } = repair;
  const missing = missingEntries + repair.restoredChunks;
  const { bytesOut } = run.counts;
  const { carrierId } = run;
  return { carrierId, sound, bytesIn, damaged, setAside, missing, repaired, bytesOut, unread, alerts, holds };
}

async function countMissing({ own, store }: RunSession): Promise<number> {
  let missing = 0;
  for (const [artifactClass, { present, damaged }] of own)
    for (const { name } of await store.listArtifacts(artifactClass, 0, Number.MAX_SAFE_INTEGER))
      if (!present.has(name) && !damaged.has(name)) missing += 1;
  return missing;
}

/** Builds the alerts of damage. The next run reports other conditions. */
function buildAlerts(damaged: readonly Damage[]): Alert[] {
  const alerts = new Alerts();
  for (const { namespace, artifactClass, name, problem } of damaged) {
    const place = parseArtifactName(artifactClass, name)?.position;
    const index = typeof place === 'number' ? place : 0;
    alerts.raise('carrier_damaged', namespace, { artifactClass, index, problem });
  }
  return alerts.list();
}
