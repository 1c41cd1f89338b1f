import { Compartment, type EditorState, type Extension } from '@codemirror/state';
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { showTableSource } from './table-source.js';
import { typeIntoTable } from './type-into-table.js';

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

interface Loader extends PluginValue {
  readonly isLoading: boolean;
}

/** Loads the renderer with the first visible text that needs it, since most notes are plain text. */
const createLoader = (needsRenderer: (view: EditorView) => boolean): ViewPlugin<Loader> =>
  ViewPlugin.fromClass(
    class {
      isLoading = false;
      #hasAsked: boolean;
      #isClosed = false;
      #hasInsertedTable = false;
      #hasTyped = false;

      constructor(private readonly view: EditorView) {
        this.#hasAsked = hasRenderer(view.state);
        this.update();
      }

      update(update?: ViewUpdate): void {
        if (update !== undefined && !hasRenderer(update.state)) {
          this.#hasInsertedTable ||= isForCells(update);
          this.#hasTyped ||= update.docChanged;
        }
        if (this.#hasAsked || !needsRenderer(this.view)) return;
        this.#hasAsked = true;
        this.isLoading = true;
        // A renderer that cannot be loaded leaves the source, which can be edited as well.
        import('./rendered.js').then(
          (loaded) => {
            renderer = loaded;
            this.isLoading = false;
            if (this.#isClosed) return;
            this.view.dispatch({ effects: rendered.reconfigure(loaded.renderedView) });
            // A table whose source is being typed stays open.
            if (this.#hasInsertedTable || !this.#hasTyped) enterInsertedTable(this.view);
          },
          () => {
            this.isLoading = false;
          },
        );
      }

      destroy(): void {
        this.#isClosed = true;
      }
    },
  );

/** Returns the extension that renders parts of a note. */
export function renderWhenNeeded(needsRenderer: (view: EditorView) => boolean): Extension {
  const loader = createLoader(needsRenderer);
  return [
    rendered.of(renderer === undefined ? [] : renderer.renderedView),
    loader,
    typeIntoTable((view) => view.plugin(loader)?.isLoading === true),
  ];
}
