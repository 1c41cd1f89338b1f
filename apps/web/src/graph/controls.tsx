import { Select } from '../ui/form-fields.js';
import { Icon } from '../ui/icon.js';
import { NotePicker } from '../ui/note-picker.js';
import { type Direction, directionLabels, type GraphParameters, graphLimits, MAX_DEPTH } from './bounds.js';
import { text } from './texts.js';

interface ControlsProps {
  readonly question: GraphParameters;
  readonly titles: ReadonlyMap<string, string>;
  readonly onChange: (part: Partial<GraphParameters>) => void;
}

const depths = Array.from({ length: MAX_DEPTH }, (_, index) => index + 1);
const MAX_ROOTS = 100;

/** Roots, direction and depth of the graph. */
export const Controls = ({ question, titles, onChange }: ControlsProps) => (
  <div class="controls">
    <Roots question={question} titles={titles} onChange={onChange} />
    <DirectionSelect value={question.direction} onChange={(direction) => onChange({ direction })} />
    <fieldset class="depths">
      <legend>{text.depth}</legend>
      {depths.map((depth) => (
        <label key={depth} class="inline">
          <input type="radio" name="depth" checked={depth === question.depth} onChange={() => onChange({ depth })} />
          {depth}
        </label>
      ))}
    </fieldset>
    <LimitField
      label={text.maxNotes}
      max={graphLimits.nodes.max}
      value={question.nodes}
      onChange={(nodes) => onChange({ nodes })}
    />
    <LimitField
      label={text.maxLinks}
      max={graphLimits.edges.max}
      value={question.edges}
      onChange={(edges) => onChange({ edges })}
    />
  </div>
);

const Roots = ({ question: { roots }, titles, onChange }: ControlsProps) => (
  <div class="roots">
    <NotePicker
      label={text.addRoot}
      onPick={({ document_id }) => {
        if (!roots.includes(document_id) && roots.length < MAX_ROOTS) onChange({ roots: [...roots, document_id] });
      }}
    />
    <ul class="chips" aria-label={text.roots}>
      {roots.map((root) => (
        <li key={root} class="chip">
          {titles.get(root) ?? root}
          <button
            type="button"
            aria-label={text.removeRoot(titles.get(root) ?? root)}
            onClick={() => onChange({ roots: roots.filter((other) => other !== root) })}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  </div>
);

interface DirectionProps {
  readonly value: Direction;
  readonly onChange: (value: Direction) => void;
}

export const DirectionSelect = ({ value, onChange }: DirectionProps) => (
  <Select label={text.linkDirection} options={directionLabels} value={value} onChange={onChange} />
);

interface LimitFieldProps {
  readonly label: string;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Number field from 1 to the limit of the service. */
export const LimitField = ({ label, max, value, onChange }: LimitFieldProps) => (
  <label>
    {label}
    <input
      type="number"
      min={1}
      max={max}
      // The key keeps typed text when the field renders again.
      key={value}
      defaultValue={value}
      onChange={({ currentTarget }) => currentTarget.reportValidity() && onChange(currentTarget.valueAsNumber)}
    />
  </label>
);
