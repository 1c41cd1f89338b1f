import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { getFiles, toMarkdown } from '../attachments/files.js';
import { UploadStatus } from '../attachments/upload-status.js';
import { attach, reportOutcome, Upload } from '../attachments/uploads.js';
import { useData } from '../kernel/use-data.js';
import type { Resource } from '../reading/parts/media.js';
import { HeldMedia, useHeldAttachment } from '../sync/attachments/held-attachment.js';
import { bytes } from '../text/numbers.js';
import { makeVisible } from '../text/visible.js';
import { makeLazy } from '../ui/lazy.js';
import { ServiceButton } from '../ui/service-button.js';
import { Empty, ErrorMessage, Loaded } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import type { InspectorProps } from './inspector-props.js';
import { text } from './tab-texts.js';

const ResourceDialog = makeLazy(async () => (await import('../attachments/resource-dialog.js')).ResourceDialog);

/** Attachments of the note; files are added by choosing, dropping or pasting them. */
export function AttachmentsTab(props: InspectorProps) {
  const { document_id, editable } = props;
  const data = useData(`attachments:${document_id}`, (signal) =>
    call('listDocumentResources', { document_id }, signal),
  );
  const [uploads, add] = useAttaching(document_id);
  return (
    <div class="attachments" {...(editable && dropTarget(add))}>
      {editable && <FileInput onFiles={add} />}
      <ul aria-label={text.uploads}>
        {uploads.map((upload) => (
          <li key={upload}>
            <UploadStatus upload={upload} />
          </li>
        ))}
      </ul>
      <Loaded data={data}>
        {({ resources }) =>
          resources.length === 0 ? (
            <Empty>{text.noAttachments}</Empty>
          ) : (
            <ul>
              {resources.map((resource) => (
                <Attachment key={resource.id} resource={resource} {...props} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

/** Returns the uploads in progress, and a function that adds files. */
function useAttaching(document_id: string): [readonly Upload[], (files: readonly File[]) => void] {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const shown = useRef(uploads);
  shown.current = uploads;
  useEffect(
    () => () => {
      for (const upload of shown.current) upload.hide();
    },
    [],
  );
  const handleEnd = async (upload: Upload) => {
    const resource = await upload.done;
    if (resource !== undefined) await attach(document_id, resource);
    setUploads((before) => before.filter((other) => other !== upload));
  };
  const add = (files: readonly File[]) => {
    const added = files.map((file) => new Upload(file));
    setUploads((before) => [...before, ...added]);
    for (const upload of added) void handleEnd(upload);
    void reportOutcome(added);
  };
  return [uploads, add];
}

const dropTarget = (add: (files: readonly File[]) => void) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    add(getFiles(event.dataTransfer));
  },
  onPaste: (event: ClipboardEvent) => add(getFiles(event.clipboardData)),
});

const FileInput = ({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) => (
  <label class="add-files">
    {text.addFiles}
    <input
      class="visually-hidden"
      type="file"
      multiple
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        currentTarget.value = '';
      }}
    />
  </label>
);

interface AttachmentProps extends InspectorProps {
  readonly resource: Resource;
}

function Attachment({ resource, document_id, editable, onInsert }: AttachmentProps) {
  const { id, filename, size_bytes, relation_type } = resource;
  const heldAttachment = useHeldAttachment(id);
  const [isOpen, setOpen] = useState(false);
  const { error, run } = useAction();
  const isEmbedded = relation_type === 'embedded';
  const detach = () => run(async () => void (await call('detachResource', { document_id, resource_id: id })));
  return (
    <li class="attached">
      <HeldMedia data={heldAttachment} resource={resource} alt={filename} />
      <p>
        <bdi>{makeVisible(filename)}</bdi>{' '}
        <small>{isEmbedded ? text.sizeInText(bytes(size_bytes)) : bytes(size_bytes)}</small>
      </p>
      {editable && (
        <button
          type="button"
          class="button"
          aria-label={text.insertNamed(filename)}
          onClick={() => onInsert(toMarkdown(resource))}
        >
          {text.insert}
        </button>
      )}
      {editable && !isEmbedded && (
        <ServiceButton label={text.detachNamed(filename)} onClick={detach}>
          {text.detach}
        </ServiceButton>
      )}
      <button type="button" class="button" aria-label={text.showDetailsNamed(filename)} onClick={() => setOpen(true)}>
        {text.showDetails}
      </button>
      <ErrorMessage error={error} />
      {isOpen && <ResourceDialog resource_id={id} onClose={() => setOpen(false)} />}
    </li>
  );
}
