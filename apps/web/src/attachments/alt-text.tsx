import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { type Command, type EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import { render } from 'preact';
import { getTreeTo } from '../editor/parsed-tree.js';
import { escapeLinkText } from './files.js';
import { text } from './texts.js';
import './alt-text.css';

/** Range of an image's description in the text. */
interface Description {
  readonly from: number;
  readonly to: number;
}

const IMAGE = /^!\[((?:[^\]\\]|\\.)*)\]\(/;

/** Returns the description of the image at an offset. */
function findDescription(state: EditorState, at: number): Description | undefined {
  for (const side of [-1, 1] as const) {
    for (let node = getTreeTo(state, at).resolveInner(at, side); node.parent !== null; node = node.parent) {
      const alt = node.name === 'Image' ? IMAGE.exec(state.sliceDoc(node.from, node.to))?.[1] : undefined;
      if (alt !== undefined) return { from: node.from + 2, to: node.from + 2 + alt.length };
    }
  }
  return undefined;
}

interface AltField {
  readonly at: number;
  readonly takesFocus: boolean;
}

const open = StateEffect.define<AltField>({
  map: (field, changes) => ({ ...field, at: changes.mapPos(field.at, -1) }),
});
const close = StateEffect.define<null>();

/** The field for the description of an image. Writing on another line closes it. */
const openField = StateField.define<AltField | null>({
  create: () => null,
  update(value, { changes, effects, state }) {
    const opened = effects.find((effect) => effect.is(open));
    if (opened !== undefined) return opened.value as AltField;
    if (value === null || effects.some((effect) => effect.is(close))) return null;
    const at = changes.mapPos(value.at, -1);
    const isHere = state.doc.lineAt(state.selection.main.head).number === state.doc.lineAt(at).number;
    return isHere ? (at === value.at ? value : { ...value, at }) : null;
  },
  provide: (field) => showTooltip.from(field, (value) => value && createTooltip(value)),
});

const createTooltip = ({ at, takesFocus }: AltField): Tooltip => ({
  pos: at,
  above: true,
  create(view) {
    const dom = document.createElement('div');
    dom.className = 'alt-text';
    render(<AltTextField view={view} />, dom);
    return {
      dom,
      mount: () => takesFocus && dom.querySelector('input')?.focus(),
      destroy: () => render(null, dom),
    };
  },
});

/** Matches a description that is only a file name. */
const FILE_NAME = /^.*\.\w{2,5}$/;

function AltTextField({ view }: { readonly view: EditorView }) {
  const field = view.state.field(openField);
  const described = field && findDescription(view.state, field.at + 1);
  const alt = described ? view.state.sliceDoc(described.from, described.to).replace(/\\(.)/g, '$1') : '';
  const press = (event: KeyboardEvent) => {
    const { key, currentTarget } = event;
    if (key !== 'Enter' && key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Enter') describe(view, (currentTarget as HTMLInputElement).value);
    view.dispatch({ effects: close.of(null) });
    view.focus();
  };
  return (
    <label>
      {text.describeImage}
      <input
        dir="auto"
        autocomplete="off"
        placeholder={text.describeHint}
        defaultValue={FILE_NAME.test(alt) ? '' : alt}
        onKeyDown={press}
      />
    </label>
  );
}

function describe(view: EditorView, alt: string): void {
  const field = view.state.field(openField);
  const described = field && findDescription(view.state, field.at + 1);
  if (!described || view.state.readOnly) return;
  view.dispatch({ changes: { ...described, insert: escapeLinkText(alt.trim()) }, userEvent: 'input' });
}

/** Offers a field for the description of the image that begins at an offset. Typing in the text goes on. */
export const offerAltText = (view: EditorView, at: number): void =>
  view.dispatch({ effects: open.of({ at, takesFocus: false }) });

/** Opens the field for the description of the image at the cursor, with focus. */
export const describeImage: Command = (view) => {
  const offered = view.state.field(openField)?.at;
  const described = findDescription(view.state, offered === undefined ? view.state.selection.main.head : offered + 1);
  if (view.state.readOnly || described === undefined) return false;
  const dom = view.dom.querySelector<HTMLInputElement>('.alt-text input');
  if (dom === null) view.dispatch({ effects: open.of({ at: described.from - 2, takesFocus: true }) });
  else dom.focus();
  return true;
};

export const altText: Extension = openField;
