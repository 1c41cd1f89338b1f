import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { useData } from '../../kernel/use-data.js';
import { Section } from '../../ui/page.js';
import { Loaded } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import type { Overview } from '../overview.js';
import { type CarrierState, carrierStates } from '../target/texts.js';
import { CreateGroup } from './create-group.js';
import { Join } from './join.js';
import { Restore } from './restore.js';
import { text } from './texts.js';

interface SetupProps {
  readonly overview: Overview;
  readonly onDone: () => void;
}

const startOptions = [
  ['begin', text.createGroupTitle],
  ['join', text.joinGroupTitle],
  ['restore', text.restoreTitle],
] as const;
type StartOption = (typeof startOptions)[number][0];

/** Action that fits the contents of a sync target; undefined when sync is impossible there. */
const optionByState: Readonly<Record<CarrierState, StartOption | undefined>> = {
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

type StartOptionProps = Pick<SetupProps, 'onDone'>;

function AtFolder({ onDone }: StartOptionProps) {
  const carrier = useData('carrier', (signal) => call('discoverCarrier', { target: 'directory' }, signal));
  return (
    <Loaded data={carrier}>
      {({ state }) => (
        <>
          <p role="status">
            {carrierStates[state]}{' '}
            <button type="button" class="button" onClick={carrier.reload}>
              {text.checkAgain}
            </button>
          </p>
          {optionByState[state] !== undefined && <StartOptions first={optionByState[state]} onDone={onDone} />}
        </>
      )}
    </Loaded>
  );
}

/** Setup at this service. No group can be joined here: existing groups are at another service. */
const AtThisService = ({ onDone }: StartOptionProps) => (
  <>
    <p>{text.othersSyncHere}</p>
    <CreateGroup onDone={onDone} />
    <details>
      <summary>{text.joinThroughService}</summary>
      <Join service="asked" onDone={onDone} />
    </details>
  </>
);

interface StartOptionsProps extends StartOptionProps {
  readonly first: StartOption;
}

const forms = { begin: CreateGroup, join: Join, restore: Restore } as const;

function StartOptions({ first, onDone }: StartOptionsProps) {
  const [option, setOption] = useState<StartOption>(first);
  const Form = forms[option];
  return (
    <Tabs label={text.startOptions} tabs={startOptions} current={option} onChoose={setOption}>
      <Form onDone={onDone} />
    </Tabs>
  );
}
