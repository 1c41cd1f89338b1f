import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { asRefusal, inWords } from '../api/refusal.js';
import { noteChange } from '../app/connection.js';
import { useData } from '../app/use-data.js';
import { filesOf, markdownOf } from '../attachments/files.js';
import { UploadList } from '../attachments/upload-list.js';
import { uploadFiles } from '../attachments/uploads.js';
import { Media, type Resource } from '../reading/parts/media.js';
import { Empty, Loaded } from '../ui/states.js';
import type { InspectorProps } from './inspector.js';

/** The attachments of the note; files are added by choosing, dropping or pasting them. */
export function AttachmentsTab({ document_id, editable = false, onInsert }: InspectorProps) {
  const data = useData(`attachments:${document_id}`, (signal) =>
    call('listDocumentResources', { document_id }, signal),
  );
  const [problem, setProblem] = useState('');
  const report = (error: unknown) => {
    setProblem(inWords(asRefusal(error)));
  };
  const changed = () => {
    setProblem('');
    noteChange();
    data.reload();
  };
  const add = (files: readonly File[]) => void addFiles(document_id, files, onInsert).then(changed, report);
  const detach = ({ id }: Resource) =>
    void call('detachResource', { document_id, resource_id: id }).then(changed, report);
  return (
    <div class="attachments" {...(editable && dropTarget(add))}>
      {editable && <FileInput onFiles={add} />}
      <UploadList />
      <p role="status" class="problem-text">
        {problem}
      </p>
      <Loaded data={data}>
        {({ resources }) =>
          resources.length === 0 ? (
            <Empty>No attachments. Drop files here, or paste a picture into the text.</Empty>
          ) : (
            <ul>
              {resources.map((resource) => (
                <li key={resource.id}>
                  <Attachment resource={resource} onInsert={onInsert} {...(editable && { onDetach: detach })} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

/** Files go into the text where there is a cursor, else beside it. */
async function addFiles(document_id: string, files: readonly File[], insert: InspectorProps['onInsert']) {
  const stored = await uploadFiles(files);
  if (insert !== undefined) insert(stored.map(markdownOf).join('\n'));
  else for (const { id } of stored) await call('attachResource', { document_id, resource_id: id });
}

const dropTarget = (add: (files: File[]) => void) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    add(filesOf(event.dataTransfer));
  },
  onPaste: (event: ClipboardEvent) => {
    const files = filesOf(event.clipboardData);
    if (files.length > 0) add(files);
  },
});

const FileInput = ({ onFiles }: { readonly onFiles: (files: File[]) => void }) => (
  <label>
    Add files{' '}
    <input
      type="file"
      multiple
      onChange={(event) => {
        const input = event.currentTarget;
        onFiles([...(input.files ?? [])]);
        input.value = '';
      }}
    />
  </label>
);

interface AttachmentProps {
  readonly resource: Resource;
  readonly onInsert: InspectorProps['onInsert'];
  readonly onDetach?: (resource: Resource) => void;
}

const Attachment = ({ resource, onInsert, onDetach }: AttachmentProps) => (
  <figure>
    <Media resource={resource} alt={resource.filename} />
    <figcaption>
      <bdi>{resource.filename}</bdi> · {resource.size_bytes.toLocaleString()} bytes · {resource.relation_type}
    </figcaption>
    {onInsert && (
      <button type="button" class="button" onClick={() => onInsert(markdownOf(resource))}>
        Insert
      </button>
    )}
    {onDetach && resource.relation_type !== 'embedded' && (
      <button type="button" class="button" onClick={() => onDetach(resource)}>
        Detach
      </button>
    )}
  </figure>
);
