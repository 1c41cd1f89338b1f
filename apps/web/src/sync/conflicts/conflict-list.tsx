import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { href } from '../../kernel/router.js';
import { useData } from '../../kernel/use-data.js';
import { ago, exactDate } from '../../text/dates.js';
import { DataTable, Paging } from '../../ui/data-table.js';
import { Select } from '../../ui/form-fields.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { Empty, Loaded } from '../../ui/states.js';
import { deviceName } from '../device-name.js';
import type { CenterProps, Overview } from '../overview.js';
import { getSubject } from './conflict-subject.js';
import { conflictStates, kinds, stateFilters, text } from './texts.js';

type Conflict = Output<'listConflicts'>['conflicts'][number];
type StateFilter = keyof typeof stateFilters;

/** Conflicts between devices, a page at a time. */
export function ConflictList({ overview }: CenterProps) {
  const [state, setState] = useState<StateFilter>('open');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const data = useData(`conflicts ${state} ${cursor ?? ''}`, (signal) =>
    call('listConflicts', { state, ...(cursor !== undefined && { cursor }) }, signal),
  );
  const choose = (chosen: StateFilter) => {
    setState(chosen);
    setCursors([]);
  };
  return (
    <>
      <p class="lead">{text.lead}</p>
      <div class="controls">
        <Select label={text.stateFilter} options={stateFilters} value={state} onChange={choose} />
      </div>
      <Loaded data={data}>
        {({ conflicts, next_cursor }) => (
          <>
            {conflicts.length === 0 ? (
              <Empty>{state === 'open' ? text.noneOpen : text.noConflicts}</Empty>
            ) : (
              <Conflicts conflicts={conflicts} overview={overview} />
            )}
            <Paging cursors={cursors} next={next_cursor} onChange={setCursors} />
          </>
        )}
      </Loaded>
      <FromTerminal operation="listConflicts" words={state === 'open' ? [] : ['--state', state]} />
    </>
  );
}

interface ConflictsProps {
  readonly conflicts: readonly Conflict[];
  readonly overview: Overview;
}

function Conflicts({ conflicts, overview }: ConflictsProps) {
  return (
    <DataTable label={text.conflicts} heads={[text.subject, text.kind, text.between, text.since, text.state, '']}>
      {conflicts.map((conflict) => {
        const { conflict_id: id, kind, state, created_at, local, remote } = conflict;
        const name = getSubject(conflict);
        const isOpen = state === 'open';
        return (
          <tr key={id}>
            <th scope="row" class="wraps">
              {name}
            </th>
            <td>{kinds[kind]}</td>
            <td class="wraps">
              {local &&
                remote &&
                text.sides(deviceName(overview, local.replica_id), deviceName(overview, remote.replica_id))}
            </td>
            <td>
              <time title={exactDate(created_at)}>{ago(Date.parse(created_at))}</time>
            </td>
            <td>{conflictStates[state]}</td>
            <td>
              <a
                class="button"
                href={href(['sync', 'conflicts', id])}
                aria-label={isOpen ? text.resolveNamed(name) : text.viewNamed(name)}
              >
                {isOpen ? text.resolve : text.view}
              </a>
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}
