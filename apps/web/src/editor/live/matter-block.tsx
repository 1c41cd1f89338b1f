import { redo, undo } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { render } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../ui/icon.js';
import { AddField } from './add-field.js';
import type { BlockContent, BuiltBlock } from './built-block.js';
import { addField, type FieldValue, formatValue, type MatterField, parseFields, parseItems } from './matter-fields.js';
import { text } from './texts.js';

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
  const add = (key: string, typed: string) =>
    view.dispatch({ changes: addField(written, key, typed), userEvent: 'input.type' });
  const remove = ({ lines }: MatterField) => view.dispatch({ changes: lines, userEvent: 'delete' });
  const show = () => {
    const fields = parseFields(written) ?? [];
    const actions = { onChange: change, onAdd: add, onRemove: remove, onSource: () => showSource(view) };
    render(<Fields fields={fields} isReadOnly={isReadOnly} {...actions} />, element);
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
  readonly onAdd: (key: string, typed: string) => void;
  readonly onRemove: (field: MatterField) => void;
  readonly onSource: () => void;
}

function Fields({ fields, isReadOnly, onChange, onAdd, onRemove, onSource }: FieldsProps) {
  const root = useRef<HTMLFieldSetElement>(null);
  const remove = (field: MatterField, index: number) => {
    onRemove(field);
    const buttons = root.current?.querySelectorAll<HTMLButtonElement>('.cm-matter-field > button');
    const next = buttons?.[Math.min(index, buttons.length - 1)];
    (next ?? root.current?.querySelector('button'))?.focus();
  };
  return (
    <fieldset ref={root} class="cm-matter" disabled={isReadOnly}>
      <legend>{text.properties}</legend>
      {fields.map((field, index) => (
        <div key={field.key} class="cm-matter-field">
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the input is within. */}
          <label>
            <bdi>{field.key}</bdi>
            <FieldInput value={field.value} onChange={(next) => onChange(field.key, next)} />
          </label>
          {!isReadOnly && <RemoveButton name={field.key} onClick={() => remove(field, index)} />}
        </div>
      ))}
      {!isReadOnly && <AddField names={fields.map(({ key }) => key)} onAdd={onAdd} onSource={onSource} />}
    </fieldset>
  );
}

function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  const label = text.removeProperty(name);
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name="close" />
    </button>
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
