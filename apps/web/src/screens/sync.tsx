import { useReloading } from '../jobs/state.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { Center } from '../sync/center.js';
import { hasGroup, isRunning, type Overview, useOverview } from '../sync/overview.js';
import { Off } from '../sync/setup/off.js';
import { newRecoveryCode, RecoveryCode } from '../sync/setup/recovery-code.js';
import { Setup } from '../sync/setup/setup.js';
import { text } from '../sync/texts.js';
import { Page } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import '../sync/sync.css';

/** Sync between devices: turning it on, setup and administration. */
export function Screen({ pageLocation }: ScreenProps) {
  const data = useOverview();
  useReloading(data, data.value !== undefined && isRunning(data.value));
  const code = newRecoveryCode.value;
  if (code !== undefined)
    return (
      <Page title={text.sync}>
        <RecoveryCode code={code} />
      </Page>
    );
  if (data.value !== undefined && hasGroup(data.value))
    return <Center overview={data.value} data={data} path={pageLocation.segments.join('/')} />;
  return (
    <Page title={text.sync}>
      <Loaded data={data}>{(overview) => <NotInGroup overview={overview} reload={data.reload} />}</Loaded>
    </Page>
  );
}

interface NotInGroupProps {
  readonly overview: Overview;
  readonly reload: () => void;
}

/** A library that is not in a group. */
const NotInGroup = ({ overview, reload }: NotInGroupProps) =>
  overview.state === 'off' ? (
    <Off overview={overview} onDone={reload} />
  ) : (
    <Setup overview={overview} onDone={reload} />
  );
