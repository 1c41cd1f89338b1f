import { type Extension, RangeSet } from '@codemirror/state';
import { Decoration, dropCursor, EditorView, type PluginValue, ViewPlugin, WidgetType } from '@codemirror/view';
import { render } from 'preact';
import type { Uploaded } from '../api/upload.js';
import { notify } from '../ui/notices.js';
import { getFiles, toMarkdown } from './files.js';
import { placedUploads, placeUploads, replaceUpload } from './placed-uploads.js';
import { text } from './texts.js';
import { UploadStatus } from './upload-status.js';
import { attach, reportOutcome, Upload } from './uploads.js';

/**
 * Stores files that are dropped or pasted into a text, and shows them at that position.
 *
 * @param documentId returns the id of the note; undefined while it has none
 */
export const editorFiles = (documentId: () => string | undefined): Extension => [
  placedUploads,
  dropCursor(),
  EditorView.decorations.compute([placedUploads], (state) =>
    RangeSet.of(state.field(placedUploads).map(({ upload, at }) => createStatusDecoration(upload).range(at))),
  ),
  ViewPlugin.define((view) => new EditorFiles(view, documentId), {
    eventHandlers: {
      paste(event) {
        return this.paste(event);
      },
      drop(event) {
        return this.drop(event);
      },
    },
  }),
];

const createStatusDecoration = (upload: Upload) => Decoration.widget({ widget: new StatusWidget(upload), side: -1 });

class StatusWidget extends WidgetType {
  constructor(readonly upload: Upload) {
    super();
  }

  override eq({ upload }: StatusWidget): boolean {
    return upload === this.upload;
  }

  override toDOM(): HTMLElement {
    const container = document.createElement('span');
    render(<UploadStatus upload={this.upload} />, container);
    return container;
  }

  override destroy(container: HTMLElement): void {
    render(null, container);
  }
}

class EditorFiles implements PluginValue {
  #isOpen = true;

  constructor(
    readonly view: EditorView,
    readonly documentId: () => string | undefined,
  ) {}

  destroy(): void {
    this.#isOpen = false;
  }

  /** A text copied together with a picture of it, as from a spreadsheet, is pasted as text. */
  paste({ clipboardData }: ClipboardEvent): boolean {
    if (clipboardData?.types.includes('text/plain')) return false;
    return this.#give(clipboardData, this.view.state.selection.main.to);
  }

  drop({ dataTransfer, clientX, clientY }: DragEvent): boolean {
    const at = this.view.posAtCoords({ x: clientX, y: clientY }, false);
    if (!this.#give(dataTransfer, at)) return false;
    this.view.dispatch({ selection: { anchor: at } });
    this.view.focus();
    return true;
  }

  /** Returns false when there are no files and the editor must handle the event itself. */
  #give(transfer: DataTransfer | null, at: number): boolean {
    if (!transfer?.types.includes('Files')) return false;
    const files = getFiles(transfer);
    if (this.view.state.readOnly) notify(text.noteIsReadOnly);
    else this.#store(files, at);
    return true;
  }

  #store(files: readonly File[], at: number): void {
    const uploads = files.map((file) => new Upload(file));
    this.view.dispatch(placeUploads(uploads, at));
    for (const upload of uploads) void upload.done.then((resource) => this.#settle(upload, resource));
    void reportOutcome(uploads);
  }

  #settle(upload: Upload, resource: Uploaded | undefined): void {
    const canWrite = this.#isOpen && !this.view.state.readOnly;
    const markdown = resource !== undefined && canWrite ? toMarkdown(resource) : '';
    if (this.#isOpen) this.view.dispatch(replaceUpload(this.view.state, upload, markdown));
    if (resource !== undefined && !canWrite) void attachBeside(this.documentId(), resource);
  }
}

/** Attaches a file to the note when its text can no longer be changed. */
async function attachBeside(document_id: string | undefined, stored: Uploaded): Promise<void> {
  if (document_id === undefined) notify(text.uploadedUnattached(stored.filename));
  else if (await attach(document_id, stored)) notify(text.attachedNotInserted(stored.filename));
}
