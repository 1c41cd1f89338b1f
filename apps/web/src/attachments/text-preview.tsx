import { signal } from '@preact/signals';
import { contentPath, send } from '../api/client.js';
import { FollowedVersion, useData } from '../kernel/use-data.js';
import { bytes } from '../text/numbers.js';
import { Truncated } from '../ui/states.js';
import { text } from './resource-texts.js';

interface TextFile {
  readonly id: string;
  readonly mime_type: string;
  readonly size_bytes: number;
}

/** Bytes of a file that a preview reads. */
const MAX_PREVIEW_BYTES = 64 * 1024;
const TEXT = /^(?:text\/|application\/(?:json|toml|xml|yaml)\b)/;

export const isText = ({ mime_type, size_bytes }: TextFile): boolean => TEXT.test(mime_type) && size_bytes > 0;

/** Version that the preview follows: the bytes of an attachment never change, and may be removed from this device. */
const UNCHANGING = signal(0);

/** Beginning of a text file, shown as text whatever its type. Only UTF-8 is read. */
export const TextPreview = ({ resource }: { readonly resource: TextFile }) => (
  <FollowedVersion.Provider value={UNCHANGING}>
    <Preview {...resource} />
  </FollowedVersion.Provider>
);

function Preview({ id, size_bytes }: TextFile) {
  const { value } = useData(`text ${id}`, (signal) => readStart(id, signal));
  if (value === undefined) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <section class="text-preview" tabIndex={0} aria-label={text.preview}>
        <pre dir="auto">{value}</pre>
      </section>
      {size_bytes > MAX_PREVIEW_BYTES && <Truncated>{text.previewCut(bytes(MAX_PREVIEW_BYTES))}</Truncated>}
    </>
  );
}

async function readStart(id: string, signal: AbortSignal): Promise<string> {
  const headers = { Range: `bytes=0-${MAX_PREVIEW_BYTES - 1}` };
  const { body } = await send(new Request(contentPath(id), { headers, signal }));
  return body;
}
