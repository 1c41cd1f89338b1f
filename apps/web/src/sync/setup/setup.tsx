import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { useData } from '../../kernel/use-data.js';
import { Section } from '../../ui/page.js';
import { Loaded } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import type { Overview } from '../overview.js';
import { type CarrierState, carrierStates } from '../target/texts.js';
import { Begin } from './begin.js';
import { Join } from './join.js';
import { Restore } from './restore.js';
import { text } from './texts.js';

interface SetupProps {
  readonly overview: Overview;
  readonly onDone: () => void;
}

const ways = [
  ['begin', text.createGroupTitle],
  ['join', text.joinGroupTitle],
  ['restore', text.restoreTitle],
] as const;
type Way = (typeof ways)[number][0];

/** Action that fits the contents of a sync target; undefined when sync is impossible there. */
const wayByState: Readonly<Record<CarrierState, Way | undefined>> = {
  empty: 'begin',
  same_database: 'join',
  other_database: 'join',
  not_a_carrier: undefined,
  unreachable: undefined,
};

/** Sets up sync: checks the sync target, then creates a group or joins one. */
export const Setup = ({ overview: { target }, onDone }: SetupProps) => (
  <Section title={text.setUp}>
    {target === 'directory' && <AtFolder onDone={onDone} />}
    {target === 'rest' && <Join service="named" onDone={onDone} />}
    {target === 'none' && <AtThisService onDone={onDone} />}
  </Section>
);

type WayProps = Pick<SetupProps, 'onDone'>;

function AtFolder({ onDone }: WayProps) {
  const found = useData('carrier', (signal) => call('discoverCarrier', { target: 'directory' }, signal));
  return (
    <Loaded data={found}>
      {({ state }) => (
        <>
          <p role="status">
            {carrierStates[state]}{' '}
            <button type="button" class="button" onClick={found.reload}>
              {text.checkAgain}
            </button>
          </p>
          {wayByState[state] !== undefined && <Ways first={wayByState[state]} onDone={onDone} />}
        </>
      )}
    </Loaded>
  );
}

/** Setup at this service. No group can be joined here: existing groups are at another service. */
const AtThisService = ({ onDone }: WayProps) => (
  <>
    <p>{text.othersSyncHere}</p>
    <Begin onDone={onDone} />
    <details>
      <summary>{text.joinThroughService}</summary>
      <Join service="asked" onDone={onDone} />
    </details>
  </>
);

interface WaysProps extends WayProps {
  readonly first: Way;
}

const shown = { begin: Begin, join: Join, restore: Restore } as const;

function Ways({ first, onDone }: WaysProps) {
  const [way, setWay] = useState<Way>(first);
  const Shown = shown[way];
  return (
    <Tabs label={text.startOptions} tabs={ways} current={way} onChoose={setWay}>
      <Shown onDone={onDone} />
    </Tabs>
  );
}
