import type { ComponentType } from 'preact';
import type { Data } from '../kernel/use-data.js';
import { Page } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import { Backups } from './backups/backups.js';
import { ConflictList } from './conflicts/conflict-list.js';
import type { CenterProps, Overview } from './overview.js';
import { OverviewPage } from './overview-page.js';
import { Pairing } from './pairing/pairing.js';
import { Recovery } from './recovery/recovery.js';
import { Retention } from './retention/retention.js';
import { RunBar } from './run-bar.js';
import { SyncLocation } from './target/sync-location.js';
import { text } from './texts.js';

type Part = ComponentType<CenterProps>;

/** Parts of the Sync Center: path, label and component. */
const listParts = ({ conflicts_open: open }: Overview): readonly (readonly [path: string, label: string, Part])[] => [
  ['sync', text.overview, OverviewPage],
  ['sync/conflicts', open === 0 ? text.conflicts : text.conflictsTab(open), ConflictList],
  ['sync/pairing', text.pairing, Pairing],
  ['sync/backups', text.backups, Backups],
  ['sync/retention', text.retention, Retention],
  ['sync/recovery', text.recovery, Recovery],
  ['sync/place', text.location, SyncLocation],
];

interface Props {
  readonly overview: Overview;
  readonly data: Data<Overview>;
  /** Path of the displayed part. */
  readonly path: string;
}

/** The Sync Center of a library in a group. */
export function Center({ overview, data, path }: Props) {
  const parts = listParts(overview);
  const [, , Content] = parts.find(([of]) => of === path) ?? [];
  if (Content === undefined) return <Empty>{text.notFound}</Empty>;
  return (
    <Page title={text.sync} tabs={parts.map(([of, label]) => [of, label])} tab={path}>
      <Loaded data={data}>
        {() => (
          <>
            <RunBar overview={overview} reload={data.reload} />
            <Content overview={overview} reload={data.reload} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
