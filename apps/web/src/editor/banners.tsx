import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { isNewKey } from '../drafts/journal.js';
import type { SaveStatus } from '../drafts/save-types.js';
import { remoteService } from '../drafts/service.js';
import { go, href } from '../kernel/router.js';
import { openConflicts } from '../sync/overview.js';
import { copyText } from '../ui/copy-text.js';
import { useKeptFocus } from '../ui/kept-focus.js';
import { makeLazy } from '../ui/lazy.js';
import { notify } from '../ui/notices.js';
import { useAction } from '../ui/use-action.js';
import { focusBody } from './focus-body.js';
import type { NoteSession } from './session.js';
import { text } from './texts.js';
import '../trash/trash.css';

const SyncConflictBanner = makeLazy(async () => (await import('../sync/conflicts/note-banner.js')).SyncConflictBanner);
const TrashBanner = makeLazy(async () => (await import('../trash/trash-banner.js')).TrashBanner);

interface BannersProps {
  readonly session: NoteSession;
  /** Takes over a note that another tab writes. */
  readonly onTakeOver: () => void;
}

/** Banners with the state of the open note and its actions. */
export function Banners({ session, onTakeOver }: BannersProps) {
  const banners = useRef<HTMLDivElement>(null);
  return (
    <div ref={banners} class="banners" role="status">
      {session.isElsewhere ? (
        <Banner problem={text.openInOtherTab}>
          <button type="button" class="button" onClick={onTakeOver}>
            {text.editHere}
          </button>
        </Banner>
      ) : (
        <StateBanner session={session} banners={banners} />
      )}
      <MergeBanner session={session} />
      {openConflicts.value > 0 && !isNewKey(session.engine.key) && (
        <SyncConflictBanner documentId={session.engine.key} />
      )}
      {!session.engine.journalWorks.value && <Banner problem={text.draftsNotStored} />}
    </div>
  );
}

interface BannerProps {
  readonly problem: string;
  readonly children?: ComponentChildren;
}

const Banner = ({ problem, children }: BannerProps) => (
  <div class="banner">
    <p>{problem}</p>
    {children}
  </div>
);

interface StateBannerProps extends Pick<BannersProps, 'session'> {
  readonly banners: RefObject<HTMLDivElement | null>;
}

function StateBanner({ session, banners }: StateBannerProps) {
  const status = session.engine.status.value;
  useKeptFocus(banners, () => focusBody(session));
  switch (status.word) {
    case 'conflict':
      return (
        <Banner problem={text.conflict}>
          <a class="button" href={href(['n', session.engine.key, 'conflict'])}>
            {text.resolve}
          </a>
        </Banner>
      );
    case 'trashed':
      return <TrashedBanner session={session} />;
    case 'read_only':
      if (status.message === undefined) return <Banner problem={text.readOnly} />;
      return <LeftoverBanner session={session} problem={text.notSaved(status.message)} />;
    case 'missing':
      return <LeftoverBanner session={session} problem={text.noteMissing} />;
    case 'refused':
      return <RefusedBanner session={session} status={status} />;
    default:
      return null;
  }
}

interface RefusedProps {
  readonly session: NoteSession;
  readonly status: SaveStatus & { readonly word: 'refused' };
}

/** Maximum size of a title that the service stores, in bytes of UTF-8. */
const MAX_TITLE_BYTES = 1_024;

function describeRefusal({ buffer }: NoteSession, { code, message }: RefusedProps['status']): string {
  const titleBytes = new TextEncoder().encode(buffer.title.value).length;
  return titleBytes > MAX_TITLE_BYTES ? text.titleTooLong(MAX_TITLE_BYTES) : text.saveRefused(message, code);
}

const RefusedBanner = ({ session, status }: RefusedProps) => (
  <Banner problem={describeRefusal(session, status)}>
    <button type="button" class="button" onClick={() => void session.engine.save()}>
      {text.tryAgain}
    </button>
    <button type="button" class="button" onClick={() => void copyText(`${status.code}: ${status.message}`)}>
      {text.copyDetails}
    </button>
  </Banner>
);

function MergeBanner({ session: { buffer, engine } }: { readonly session: NoteSession }) {
  const merge = buffer.lastMerge.value;
  if (merge === undefined) return null;
  return (
    <Banner problem={text.merged(merge.changes)}>
      <button type="button" class="button" onClick={() => buffer.undoMerge()}>
        {text.undo}
      </button>
      <a class="button" href={href(['n', engine.key, 'history'], { ...merge.revisions })}>
        {text.viewChanges}
      </a>
    </Banner>
  );
}

function TrashedBanner({ session: { note } }: { readonly session: NoteSession }) {
  if (note.value === undefined) return null;
  const { id, title, deletedAt } = note.value;
  return <TrashBanner document={{ id, title, deleted_at: deletedAt }} />;
}

interface LeftoverProps {
  readonly session: NoteSession;
  readonly problem: string;
}

/** Banner for text whose note no longer exists. */
function LeftoverBanner({ session, problem }: LeftoverProps) {
  const saving = useAction();
  const saveAsNew = async () => {
    const created = await remoteService.create(session.buffer.read().text, undefined);
    if (created.kind === 'refused') notify(text.saveRefused(created.message, created.code));
    if (created.kind !== 'done') return;
    await session.engine.discard();
    go(['n', created.note.id]);
  };
  return (
    <Banner problem={problem}>
      <button type="button" class="button" disabled={saving.isRunning} onClick={() => saving.run(saveAsNew)}>
        {text.saveAsNew}
      </button>
    </Banner>
  );
}
