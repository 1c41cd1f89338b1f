import { type Extension, RangeSet } from '@codemirror/state';
import {
  type Command,
  Decoration,
  dropCursor,
  EditorView,
  type PluginValue,
  ViewPlugin,
  WidgetType,
} from '@codemirror/view';
import { render } from 'preact';
import type { Uploaded } from '../api/upload.js';
import { type DropPosition, findDropPosition } from '../editor/drop-position.js';
import { getDraggedIds } from '../notes/dragged-notes.js';
import { notify } from '../ui/notices.js';
import { altText, offerAltText } from './alt-text.js';
import { getFiles, getFolders, isFormatted, toMarkdown } from './files.js';
import { pickFiles } from './pick-files.js';
import { placedUploads, placeUploads, replaceUpload } from './placed-uploads.js';
import { text } from './texts.js';
import { UploadStatus } from './upload-status.js';
import { attach, reportOutcome, Upload } from './uploads.js';

/**
 * Stores files that are dropped or pasted into a text, and shows them at that position. Notes that are dropped become
 * links.
 *
 * @param documentId returns the id of the note; undefined while it has none
 */
export const editorFiles = (documentId: () => string | undefined): Extension => [
  placedUploads,
  altText,
  dropCursor(),
  EditorView.decorations.compute([placedUploads], (state) =>
    RangeSet.of(
      state.field(placedUploads).map(({ upload, at, beside }) => createStatusDecoration(upload, beside).range(at)),
      true,
    ),
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

const createStatusDecoration = (upload: Upload, beside: DropPosition['beside']) =>
  Decoration.widget({
    widget: new StatusWidget(upload),
    block: beside !== undefined,
    side: beside === 'after' ? 1 : -1,
  });

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

/** A picture for a position of the text. */
export interface PlacedImage {
  readonly file: File;
  readonly at: number;
  /** Markdown of its description. */
  readonly alt: string;
}

const openEditors = new WeakMap<EditorView, EditorFiles>();

/** Stores pictures that belong to a pasted text or a cell, each at its own position and without a line break. */
export const placeImages = (view: EditorView, images: readonly PlacedImage[]): void =>
  openEditors.get(view)?.storeImages(images);

/** Lets the user choose files, and inserts them at the cursor. */
export const chooseAttachments: Command = (view) => {
  pickFiles((files) => openEditors.get(view)?.storeAtCursor(files));
  return true;
};

/** Returns true for files that are not the pictures of a formatted text. */
const hasPlainFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') === true && !isFormatted(transfer);

class EditorFiles implements PluginValue {
  #isOpen = true;

  constructor(
    readonly view: EditorView,
    readonly documentId: () => string | undefined,
  ) {
    openEditors.set(view, this);
  }

  destroy(): void {
    this.#isOpen = false;
    for (const { upload } of this.view.state.field(placedUploads)) upload.hide();
  }

  /** A text copied together with a picture of it, as from a spreadsheet, is pasted as text. */
  paste({ clipboardData }: ClipboardEvent): boolean {
    if (clipboardData?.types.includes('text/plain') || !hasPlainFiles(clipboardData)) return false;
    this.#give(clipboardData, { at: this.view.state.selection.main.to });
    return true;
  }

  drop(event: DragEvent): boolean {
    const { dataTransfer, clientX: x, clientY: y } = event;
    const noteIds = getDraggedIds(dataTransfer);
    if (noteIds.length > 0) {
      this.#select(this.view.posAtCoords({ x, y }, false));
      if (!this.view.state.readOnly)
        void import('../mentions/insert-links.js').then(({ insertLinks }) => insertLinks(this.view, noteIds));
    } else if (hasPlainFiles(dataTransfer)) {
      const position = findDropPosition(this.view, event);
      this.#give(dataTransfer, position);
      // A cursor at the edge of a block would show its source, and typed text would become part of it.
      if (position.beside === undefined) this.#select(position.at);
    } else return false;
    return true;
  }

  #select(anchor: number): void {
    this.view.dispatch({ selection: { anchor } });
    this.view.focus();
  }

  #give(transfer: DataTransfer, position: DropPosition): void {
    const files = getFiles(transfer);
    const folders = getFolders(transfer);
    if (this.view.state.readOnly) notify(text.noteIsReadOnly);
    else if (folders.length === 0) this.#store(files, position);
    else
      void import('./folders.js')
        .then(({ readFolders }) => readFolders(folders))
        .then((more) => this.#store([...files, ...more], { ...position, at: Math.min(position.at, this.#length) }));
  }

  get #length(): number {
    return this.view.state.doc.length;
  }

  storeAtCursor(files: readonly File[]): void {
    if (this.view.state.readOnly) notify(text.noteIsReadOnly);
    else this.#store(files, { at: this.view.state.selection.main.to });
    this.view.focus();
  }

  storeImages(images: readonly PlacedImage[]): void {
    const uploads = images.map(({ file }) => new Upload(file));
    this.view.dispatch(
      ...uploads.map((upload, index) => placeUploads([upload], { at: (images[index] as PlacedImage).at })),
    );
    for (const [index, upload] of uploads.entries())
      void upload.done.then((resource) => this.#settle(upload, resource, images[index]?.alt));
    void reportOutcome(uploads);
  }

  #store(files: readonly File[], position: DropPosition): void {
    if (!this.#isOpen || files.length === 0) return;
    const uploads = files.map((file) => new Upload(file));
    this.view.dispatch(placeUploads(uploads, position));
    for (const upload of uploads)
      void upload.done.then((resource) => {
        const at = this.#settle(upload, resource);
        const isImage = resource?.mime_type.startsWith('image/') === true;
        if (uploads.length === 1 && at !== undefined && isImage) offerAltText(this.view, at);
      });
    void reportOutcome(uploads);
  }

  /** Inserts a stored file. Returns the offset of its Markdown; undefined when it was not inserted. */
  #settle(upload: Upload, resource: Uploaded | undefined, alt?: string): number | undefined {
    const canWrite = this.#isOpen && !this.view.state.readOnly;
    const markdown = resource !== undefined && canWrite ? toMarkdown(resource, alt || undefined) : '';
    if (resource !== undefined && !canWrite) void attachBeside(this.documentId(), resource);
    if (!this.#isOpen) return undefined;
    const { transaction, at } = replaceUpload(this.view.state, upload, markdown);
    this.view.dispatch(transaction);
    return markdown === '' ? undefined : at;
  }
}

/** Attaches a file to the note when its text can no longer be changed. */
async function attachBeside(document_id: string | undefined, stored: Uploaded): Promise<void> {
  if (document_id === undefined) notify(text.uploadedUnattached(stored.filename));
  else if (await attach(document_id, stored)) notify(text.attachedNotInserted(stored.filename));
}
