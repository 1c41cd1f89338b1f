import { Compartment, type EditorState, type Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { showTableSource } from './table-source.js';

type Renderer = typeof import('./rendered.js');

let renderer: Renderer | undefined;
const rendered = new Compartment();

/** Returns true when an editor has the renderer; another editor may have loaded it, and this one not yet. */
export const hasRenderer = (state: EditorState): boolean =>
  renderer !== undefined && rendered.get(state) === renderer.renderedView;

/** Returns the renderer of parts of a note; widgets exist only once it is loaded. */
export const getRenderer = (): Renderer => renderer as Renderer;

/** Edits the table that was inserted at the cursor in its cells; without the renderer, as soon as it is loaded. */
export function enterInsertedTable(view: EditorView): void {
  view.dispatch({ effects: showTableSource.of(undefined) });
  if (hasRenderer(view.state)) getRenderer().enterTableCell(view);
}

const isForCells = ({ transactions }: ViewUpdate): boolean =>
  transactions.some(({ effects }) =>
    effects.some((effect) => effect.is(showTableSource) && effect.value === undefined),
  );

/** Loads the renderer with the first visible text that needs it, since most notes are plain text. */
const loader = (needsRenderer: (view: EditorView) => boolean): Extension =>
  ViewPlugin.fromClass(
    class {
      #isLoading: boolean;
      #isClosed = false;
      #hasInsertedTable = false;
      #hasTyped = false;

      constructor(private readonly view: EditorView) {
        this.#isLoading = hasRenderer(view.state);
        this.update();
      }

      update(update?: ViewUpdate): void {
        if (update !== undefined && !hasRenderer(update.state)) {
          this.#hasInsertedTable ||= isForCells(update);
          this.#hasTyped ||= update.docChanged;
        }
        if (this.#isLoading || !needsRenderer(this.view)) return;
        this.#isLoading = true;
        // A renderer that cannot be loaded leaves the source, which can be edited as well.
        import('./rendered.js').then(
          (loaded) => {
            renderer = loaded;
            if (this.#isClosed) return;
            this.view.dispatch({ effects: rendered.reconfigure(loaded.renderedView) });
            // A table whose source is being typed stays open.
            if (this.#hasInsertedTable || !this.#hasTyped) enterInsertedTable(this.view);
          },
          () => undefined,
        );
      }

      destroy(): void {
        this.#isClosed = true;
      }
    },
  );

/** Returns the extension that renders parts of a note. */
export const renderWhenNeeded = (needsRenderer: (view: EditorView) => boolean): Extension => [
  rendered.of(renderer === undefined ? [] : renderer.renderedView),
  loader(needsRenderer),
];
