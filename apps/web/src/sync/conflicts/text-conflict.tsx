import type { RawInput } from '@notes/contract';
import { getResultText } from '../../conflict/draft-resolution.js';
import { Resolver } from '../../conflict/resolver.js';
import { getSideNames } from '../../conflict/texts.js';
import { useResult } from '../../conflict/use-result.js';
import { ServiceButton } from '../../ui/service-button.js';
import { ErrorMessage } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import { deviceName } from '../device-name.js';
import type { Overview } from '../overview.js';
import { type Conflict, type ConflictResolution, conflictResolutions } from './conflict-resolution.js';
import { About } from './conflict-subject.js';
import { resolveAndLeave } from './resolve-and-leave.js';
import { text } from './texts.js';

type Choice = Omit<RawInput<'resolveConflict'>, 'conflict_id' | 'expected'>;

interface TextConflictProps {
  readonly overview: Overview;
  readonly conflict: Conflict;
  readonly resolution: ConflictResolution;
  /** Called when a side was edited meanwhile; the result so far is kept. */
  readonly onStale: () => void;
}

/** Resolves a conflict between the texts of two devices. */
export function TextConflict({ overview, conflict, resolution, onStale }: TextConflictProps) {
  const [result, keeper] = useResult(resolution, (merged) => conflictResolutions.put({ ...resolution, ...merged }));
  const { isRunning, error, run } = useAction();
  const { key, mine, theirs, myTitle } = resolution;
  const [mineName, theirsName] = sideNames(overview, resolution);
  const finish = (choice: Choice) =>
    run(async () => {
      result.setReadOnly(true);
      try {
        await keeper.keep();
        const { local, remote } = conflict;
        const expected = { local_revision_id: local?.revision_id, remote_revision_id: remote?.revision_id };
        if (!(await resolveAndLeave({ conflict_id: key, expected, ...choice }))) return onStale();
        keeper.end();
        await conflictResolutions.remove(key);
      } catch (error) {
        result.setReadOnly(false);
        throw error;
      }
    });
  return (
    <Resolver
      heading={text.heading}
      sides={resolution}
      names={getSideNames(mineName, theirsName)}
      result={result}
      lead={<About conflict={conflict} />}
    >
      <ErrorMessage error={error} />
      <footer class="resolver-actions">
        <ServiceButton
          variant="primary"
          disabled={result.open.value > 0 || isRunning}
          onClick={() => finish({ resolution: 'merged', ...getResultText({ ...result.made, myTitle }) })}
        >
          {text.saveResult}
        </ServiceButton>
        <ServiceButton disabled={isRunning} onClick={() => finish({ resolution: mine.keeping })}>
          {text.keep(mineName)}
        </ServiceButton>
        <ServiceButton disabled={isRunning} onClick={() => finish({ resolution: theirs.keeping })}>
          {text.keep(theirsName)}
        </ServiceButton>
        <ServiceButton disabled={isRunning} onClick={() => finish({ resolution: 'keep_both' })}>
          {text.keepBoth}
        </ServiceButton>
      </footer>
    </Resolver>
  );
}

/** Returns the names of the sides; when one device wrote both, with their state. */
function sideNames(overview: Overview, { mine, theirs }: ConflictResolution): readonly [string, string] {
  const [mineDevice, there] = [deviceName(overview, mine.replicaId), deviceName(overview, theirs.replicaId)];
  if (mineDevice !== there) return [mineDevice, there];
  return [
    mine.isShown ? text.currentSide(mineDevice) : text.otherSide(mineDevice),
    theirs.isShown ? text.currentSide(there) : text.otherSide(there),
  ];
}
