import { redo, undo } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { render } from 'preact';
import { useRef } from 'preact/hooks';
import { text } from '../texts.js';
import type { BlockContent, BuiltBlock } from './built-block.js';
import { type FieldValue, formatValue, type MatterField, parseFields, parseItems } from './matter-fields.js';

/** Shows front matter as fields. Each change writes the value of one field; the rest stays byte for byte. */
export function buildMatter(view: EditorView, { source, isReadOnly }: BlockContent): BuiltBlock {
  const element = document.createElement('div');
  let written = source;
  const change = (key: string, value: FieldValue) => {
    const field = parseFields(written)?.find((one) => one.key === key);
    if (field === undefined) return;
    const formatted = formatValue(value);
    const insert = written[field.from - 1] === ':' && /^\S/.test(formatted) ? ` ${formatted}` : formatted;
    view.dispatch({ changes: { from: field.from, to: field.to, insert }, userEvent: 'input.type' });
  };
  const show = () => {
    const fields = parseFields(written) ?? [];
    render(
      <Fields fields={fields} isReadOnly={isReadOnly} onChange={change} onSource={() => showSource(view)} />,
      element,
    );
  };
  show();
  element.addEventListener('keydown', (event) => handleKey(view, event));
  return {
    element,
    update(widget) {
      written = widget.source;
      show();
      return true;
    },
    release: () => render(null, element),
  };
}

/** Puts the cursor into the front matter, which shows its source. */
function showSource(view: EditorView): void {
  view.dispatch({ selection: { anchor: 0 } });
  view.focus();
}

function handleKey(view: EditorView, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, isComposing } = event;
  if (isComposing) return;
  const isUndo = (ctrlKey || metaKey) && key.toLowerCase() === 'z' && !shiftKey;
  const isRedo = (ctrlKey || metaKey) && (key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && shiftKey));
  if (isUndo) undo(view);
  else if (isRedo) redo(view);
  else if (key === 'Escape') showSource(view);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

interface FieldsProps {
  readonly fields: readonly MatterField[];
  readonly isReadOnly: boolean;
  readonly onChange: (key: string, value: FieldValue) => void;
  readonly onSource: () => void;
}

function Fields({ fields, isReadOnly, onChange, onSource }: FieldsProps) {
  return (
    <fieldset class="cm-matter" disabled={isReadOnly}>
      <legend>{text.properties}</legend>
      {fields.map(({ key, value }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the input is within.
        <label key={key}>
          <bdi>{key}</bdi>
          <FieldInput value={value} onChange={(next) => onChange(key, next)} />
        </label>
      ))}
      {!isReadOnly && (
        <button type="button" class="button" onClick={onSource}>
          {text.editSource}
        </button>
      )}
    </fieldset>
  );
}

interface FieldInputProps {
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
}

function FieldInput({ value, onChange }: FieldInputProps) {
  if (value.type === 'flag')
    return (
      <input
        type="checkbox"
        checked={value.isSet}
        onChange={({ currentTarget }) => onChange({ ...value, isSet: currentTarget.checked })}
      />
    );
  return <TypedInput value={value} onChange={onChange} />;
}

interface TypedInputProps extends FieldInputProps {
  readonly value: Exclude<FieldValue, { type: 'flag' }>;
}

/** Field of a text or a list. Each keystroke is written; the input keeps blanks and commas that are not in the value. */
function TypedInput({ value, onChange }: TypedInputProps) {
  const typed = useRef<string>(undefined);
  // Quotes that an unfinished value needed are not kept in the finished one.
  const initial = useRef(value);
  const isCurrent = typed.current !== undefined && format(parse(typed.current, initial.current)) === format(value);
  return (
    <input
      value={isCurrent ? typed.current : format(value)}
      dir="auto"
      aria-description={value.type === 'list' ? text.commasBetween : undefined}
      onFocus={() => {
        initial.current = value;
      }}
      onInput={({ currentTarget }) => {
        typed.current = currentTarget.value;
        onChange(parse(currentTarget.value, initial.current));
      }}
    />
  );
}

const format = (value: TypedInputProps['value']) => (value.type === 'text' ? value.text : value.items.join(', '));

const parse = (typed: string, value: TypedInputProps['value']): TypedInputProps['value'] =>
  value.type === 'list'
    ? { ...value, items: parseItems(typed) }
    : { ...value, text: value.quote === '' ? typed.trim() : typed };
