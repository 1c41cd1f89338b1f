import type { ComponentChildren } from 'preact';
import { call } from '../api/client.js';
import { go, href } from '../app/router.js';
import { service } from '../drafts/service.js';
import { journal } from '../drafts/shared-journal.js';
import { copyText } from '../ui/copy.js';
import { Refusal } from '../ui/refusal.js';
import { useAction } from '../ui/use-action.js';
import type { NoteSession } from './session.js';

interface BannersProps {
  readonly session: NoteSession;
  /** Goes on with a note another tab writes. */
  readonly onTake: () => void;
}

/** What there is to know or to decide about the note that is open. */
export const Banners = ({ session, onTake }: BannersProps) => (
  <div class="banners" role="status">
    {session.isElsewhere ? (
      <Banner text="This note is open in another tab of this browser. Here it can be read.">
        <button type="button" class="button" onClick={onTake}>
          Edit here instead
        </button>
      </Banner>
    ) : (
      <StateBanner session={session} />
    )}
    <MergeBanner session={session} />
    {!session.engine.journalWorks.value && (
      <Banner text="This browser keeps no drafts: what is not saved is lost when the page is closed." />
    )}
  </div>
);

interface BannerProps {
  readonly text: string;
  readonly children?: ComponentChildren;
}

const Banner = ({ text, children }: BannerProps) => (
  <div class="note-banner">
    <p>{text}</p>
    {children}
  </div>
);

function StateBanner({ session }: { readonly session: NoteSession }) {
  const status = session.engine.status.value;
  const { key } = session.engine;
  switch (status.word) {
    case 'conflict':
      return (
        <Banner text="The same lines were changed elsewhere. What you wrote is kept here until you decide.">
          <a class="button" href={href(['n', key, 'conflict'])}>
            Resolve
          </a>
        </Banner>
      );
    case 'trashed':
      return <TrashedBanner session={session} />;
    case 'read_only':
      return <Banner text="This note belongs to a notebook whose notes cannot be changed." />;
    case 'missing':
      return <MissingBanner session={session} />;
    case 'refused':
      return (
        <Banner text={`${status.message} (${status.code})`}>
          <button type="button" class="button" onClick={() => void session.engine.save()}>
            Try again
          </button>
          <button type="button" class="button" onClick={() => void copyText(`${status.code}: ${status.message}`)}>
            Copy details
          </button>
        </Banner>
      );
    default:
      return null;
  }
}

function MergeBanner({ session: { buffer, engine } }: { readonly session: NoteSession }) {
  const merge = buffer.lastMerge.value;
  if (merge === undefined) return null;
  const { changes } = merge;
  return (
    <Banner text={`Merged ${changes === 1 ? '1 change' : `${changes} changes`} made elsewhere.`}>
      <button type="button" class="button" onClick={() => buffer.undoMerge()}>
        Undo
      </button>
      <a class="button" href={href(['n', engine.key, 'history'])}>
        See diff
      </a>
    </Banner>
  );
}

function TrashedBanner({ session }: { readonly session: NoteSession }) {
  const restoring = useAction();
  const restore = async () => {
    await call('restoreDocument', { document_id: session.engine.key });
    await session.refresh();
  };
  return (
    <Banner text="This note is in Trash. It can be read; to change it, restore it.">
      <button type="button" class="button" disabled={restoring.isRunning} onClick={() => restoring.run(restore)}>
        Restore
      </button>
      <Refusal error={restoring.error} />
    </Banner>
  );
}

function MissingBanner({ session }: { readonly session: NoteSession }) {
  const saving = useAction();
  const saveAsNew = async () => {
    const { key } = session.engine;
    const made = await service.create(session.buffer.read().text, undefined);
    if (made.kind !== 'done') return;
    await journal.remove(key);
    go(['n', made.note.id]);
  };
  return (
    <Banner text="This note no longer exists here. What you wrote is kept on this device.">
      <button type="button" class="button" disabled={saving.isRunning} onClick={() => saving.run(saveAsNew)}>
        Save as a new note
      </button>
    </Banner>
  );
}
