import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { useData } from '../../app/use-data.js';
import { Section } from '../../ui/page.js';
import { Loaded } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import type { Overview } from '../overview.js';
import { type CarrierState, carrierStates } from '../place/texts.js';
import { Begin } from './begin.js';
import { Join } from './join.js';
import { Restore } from './restore.js';
import { text } from './texts.js';

interface SetupProps {
  readonly overview: Overview;
  readonly onDone: () => void;
}

const ways = [
  ['begin', text.beginGroup],
  ['join', text.joinGroup],
  ['restore', text.restoreGroup],
] as const;
type Way = (typeof ways)[number][0];

/** Which way fits what lies at the place; none where nothing can be exchanged there. */
const fitting: Readonly<Record<CarrierState, Way | undefined>> = {
  empty: 'begin',
  same_database: 'join',
  other_database: 'join',
  not_a_carrier: undefined,
  unreachable: undefined,
};

/** Sets sync up: looks at the place of exchange, then begins a group or joins one. */
export function Setup({ overview, onDone }: SetupProps) {
  const target = overview.target === 'rest' ? 'rest' : 'directory';
  const found = useData(`carrier ${target}`, (signal) => call('discoverCarrier', { target }, signal));
  return (
    <Section title={text.setUp}>
      <Loaded data={found}>
        {({ state }) => (
          <>
            <p role="status">
              {carrierStates[state]}{' '}
              <button type="button" class="button" onClick={found.reload}>
                {text.lookAgain}
              </button>
            </p>
            {fitting[state] !== undefined && <Ways first={fitting[state]} onDone={onDone} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface WaysProps {
  readonly first: Way;
  readonly onDone: () => void;
}

const shown = { begin: Begin, join: Join, restore: Restore } as const;

function Ways({ first, onDone }: WaysProps) {
  const [way, setWay] = useState<Way>(first);
  const Shown = shown[way];
  return (
    <Tabs label={text.chooseWay} tabs={ways} current={way} onChoose={setWay}>
      <Shown onDone={onDone} />
    </Tabs>
  );
}
