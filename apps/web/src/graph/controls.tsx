import { NotePicker } from '../tools/note-picker.js';
import { Icon } from '../ui/icon.js';
import { ceilings, type Direction, directionLabels, MAX_DEPTH, type Question } from './bounds.js';
import { text } from './texts.js';

interface ControlsProps {
  readonly question: Question;
  readonly titles: ReadonlyMap<string, string>;
  readonly onChange: (part: Partial<Question>) => void;
}

const depths = Array.from({ length: MAX_DEPTH }, (_, index) => index + 1);
const MOST_ROOTS = 100;

/** What the graph is drawn around, and how far. */
export const Controls = ({ question, titles, onChange }: ControlsProps) => (
  <div class="controls">
    <Roots question={question} titles={titles} onChange={onChange} />
    <label>
      {text.linksFollowed}
      <select
        value={question.direction}
        onChange={(event) => onChange({ direction: event.currentTarget.value as Direction })}
      >
        {Object.entries(directionLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
    <fieldset class="depths">
      <legend>{text.depth}</legend>
      {depths.map((depth) => (
        <label key={depth} class="inline">
          <input type="radio" name="depth" checked={depth === question.depth} onChange={() => onChange({ depth })} />
          {depth}
        </label>
      ))}
    </fieldset>
    <Ceiling name="nodes" label={text.mostNotes} value={question.nodes} onChange={(nodes) => onChange({ nodes })} />
    <Ceiling name="edges" label={text.mostLinks} value={question.edges} onChange={(edges) => onChange({ edges })} />
  </div>
);

const Roots = ({ question: { roots }, titles, onChange }: ControlsProps) => (
  <div class="roots">
    <NotePicker
      label={text.addRoot}
      onPick={({ document_id }) => {
        if (!roots.includes(document_id) && roots.length < MOST_ROOTS) onChange({ roots: [...roots, document_id] });
      }}
    />
    <ul class="chips" aria-label={text.roots}>
      {roots.map((root) => (
        <li key={root} class="chip">
          {titles.get(root) ?? root}
          <button
            type="button"
            aria-label={text.takeOff(titles.get(root) ?? root)}
            onClick={() => onChange({ roots: roots.filter((other) => other !== root) })}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  </div>
);

interface CeilingProps {
  readonly name: keyof typeof ceilings;
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const Ceiling = ({ name, label, value, onChange }: CeilingProps) => (
  <label>
    {label}
    <input
      type="number"
      min={1}
      max={ceilings[name].most}
      value={value}
      onChange={({ currentTarget }) => currentTarget.reportValidity() && onChange(currentTarget.valueAsNumber)}
    />
  </label>
);
