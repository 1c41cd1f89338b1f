import { signal } from '@preact/signals';
import { call } from '../api/client.js';
import { FollowedVersion, useData } from '../kernel/use-data.js';
import type { ScreenProps } from '../shell/screen-module.js';
import {
  type Conflict,
  type ConflictResolution,
  conflictResolutions,
  startResolution,
} from '../sync/conflicts/conflict-resolution.js';
import { OtherConflict } from '../sync/conflicts/other-conflict.js';
import { TextConflict } from '../sync/conflicts/text-conflict.js';
import { hasGroup, type Overview, useOverview } from '../sync/overview.js';
import { Loaded } from '../ui/states.js';
import { Screen as SyncScreen } from './sync.js';

interface LoadedConflict {
  readonly conflict: Conflict;
  /** Result in progress of an open conflict of two texts. */
  readonly resolution: ConflictResolution | undefined;
}

/** Conflicting changes of two devices. */
export function Screen({ pageLocation }: ScreenProps) {
  const { value: overview } = useOverview();
  if (overview === undefined || !hasGroup(overview)) return <SyncScreen pageLocation={pageLocation} />;
  return (
    <FollowedVersion.Provider value={unchangingVersion}>
      <OpenConflict overview={overview} id={pageLocation.segments[2] as string} />
    </FollowedVersion.Provider>
  );
}

/** Does not reload while the user decides; changes of the sides are reported when the decision is saved. */
const unchangingVersion = signal(0);

interface OpenConflictProps {
  readonly overview: Overview;
  readonly id: string;
}

function OpenConflict({ overview, id }: OpenConflictProps) {
  const data = useData(`conflict ${id}`, (abortSignal) => load(id, abortSignal));
  return (
    <Loaded data={data}>
      {({ conflict, resolution }) =>
        resolution === undefined ? (
          <OtherConflict conflict={conflict} onStale={data.reload} />
        ) : (
          <TextConflict
            key={`${resolution.mine.revisionId} ${resolution.theirs.revisionId}`}
            overview={overview}
            conflict={conflict}
            resolution={resolution}
            onStale={data.reload}
          />
        )
      }
    </Loaded>
  );
}

async function load(conflict_id: string, abortSignal: AbortSignal): Promise<LoadedConflict> {
  const [conflict, stored] = await Promise.all([
    call('getConflict', { conflict_id }, abortSignal),
    conflictResolutions.get(conflict_id),
  ]);
  const resolution = startResolution(stored, conflict);
  if (stored !== undefined && resolution === undefined) await conflictResolutions.remove(conflict_id);
  return { conflict, resolution };
}
