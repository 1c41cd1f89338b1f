import { signal } from '@preact/signals';
import { call } from '../api/client.js';
import { useData } from '../kernel/use-data.js';
import { FollowedVersion } from '../kernel/use-reload.js';
import type { ScreenProps } from '../shell/screens.js';
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

interface Opened {
  readonly conflict: Conflict;
  /** Result in progress of an open conflict of two texts. */
  readonly settlement: ConflictResolution | undefined;
}

/** Conflicting changes of two devices. */
export function Screen({ place }: ScreenProps) {
  const { value: overview } = useOverview();
  if (overview === undefined || !hasGroup(overview)) return <SyncScreen place={place} />;
  return (
    <FollowedVersion.Provider value={still}>
      <OpenConflict overview={overview} id={place.segments[2] as string} />
    </FollowedVersion.Provider>
  );
}

/** Does not reload while the user decides; changes of the sides are reported when the decision is saved. */
const still = signal(0);

interface OpenConflictProps {
  readonly overview: Overview;
  readonly id: string;
}

function OpenConflict({ overview, id }: OpenConflictProps) {
  const data = useData(`conflict ${id}`, (ending) => load(id, ending));
  return (
    <Loaded data={data}>
      {({ conflict, settlement }) =>
        settlement === undefined ? (
          <OtherConflict conflict={conflict} onStale={data.reload} />
        ) : (
          <TextConflict
            key={`${settlement.mine.revisionId} ${settlement.theirs.revisionId}`}
            overview={overview}
            conflict={conflict}
            settlement={settlement}
            onStale={data.reload}
          />
        )
      }
    </Loaded>
  );
}

async function load(conflict_id: string, ending: AbortSignal): Promise<Opened> {
  const [conflict, known] = await Promise.all([
    call('getConflict', { conflict_id }, ending),
    conflictResolutions.get(conflict_id),
  ]);
  const settlement = startResolution(known, conflict);
  if (known !== undefined && settlement === undefined) await conflictResolutions.remove(conflict_id);
  return { conflict, settlement };
}
