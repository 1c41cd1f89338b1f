import { useEffect, useRef, useState } from 'preact/hooks';
import { go, href, lastScope, type PageLocation, rememberScope } from '../kernel/router.js';
import { changeSettings, settings } from '../kernel/settings.js';
import { text } from '../kernel/texts.js';
import { Icon } from '../ui/icon.js';
import { makeLazy } from '../ui/lazy.js';
import { Splitter, usePaneWidth } from '../ui/splitter.js';
import { findLinkedNote, openAtSide, sideLocation, usedPane } from './panes.js';
import type { Listing, ScreenModule } from './screen-module.js';
import { loadScreen } from './screens.js';
import { toggleSidebar } from './sidebar-toggle.js';
import { type Swipes, useSwipe } from './use-swipe.js';

interface WorkspaceProps {
  readonly pageLocation: PageLocation;
  readonly module: ScreenModule;
}

const SidePane = makeLazy(async () => (await import('./side-pane.js')).SidePane);
const LIST_PX = { min: 220, max: 560 };

/** The list of the scope beside the open screen. A note keeps the list that was shown before it. */
export function Workspace({ pageLocation, module }: WorkspaceProps) {
  const listing = useListing(pageLocation, module);
  const { width, isDragged, onDrag, onValue } = usePaneWidth('listWidth');
  const { list: isListOpen } = settings.value;
  const frame = useRef<HTMLDivElement>(null);
  useSwipe(frame, useSwipes(pageLocation, module, listing));
  const side = sideLocation.value;
  const followAtSide = (event: MouseEvent) => {
    const isForSide = (event.altKey || event.ctrlKey || event.metaKey) && !event.shiftKey;
    const note = isForSide ? findLinkedNote(event.target) : undefined;
    if (note === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    openAtSide(note.segments[1] as string, Object.fromEntries(note.query));
  };
  return (
    <div
      ref={frame}
      onClickCapture={followAtSide}
      class="workspace"
      data-shows={module.List ? 'list' : 'main'}
      data-list={isListOpen || isDragged ? 'open' : 'closed'}
      style={{ '--list': `${width}px` }}
    >
      <div class="list-pane">{listing && <listing.List pageLocation={listing.pageLocation} />}</div>
      <Splitter
        label={text.listWidth}
        value={width}
        min={LIST_PX.min}
        max={LIST_PX.max}
        onDrag={onDrag}
        onValue={(chosen) => {
          onValue(chosen);
          changeSettings({ list: true });
        }}
        onToggle={() => changeSettings({ list: !isListOpen })}
      />
      <div class="main-pane" tabIndex={-1} onFocusCapture={enterMainPane} onPointerDownCapture={enterMainPane}>
        <a
          class="back"
          href={listing ? href(listing.pageLocation.segments, toQueryFields(listing.pageLocation)) : href([])}
        >
          <Icon name="back" />
          <span class="back-label">{text.backToList}</span>
        </a>
        <module.Screen pageLocation={pageLocation} />
      </div>
      {side && <SidePane pageLocation={side} />}
    </div>
  );
}

/** Swipes of a narrow window: from a screen to its list, from the list to the screen open before, or to the sidebar. */
function useSwipes(pageLocation: PageLocation, { List }: ScreenModule, listing: Listing | undefined): Swipes {
  const lastOpen = useRef<PageLocation>(undefined);
  if (!List) lastOpen.current = pageLocation;
  const { current: last } = lastOpen;
  const goTo = (to: PageLocation) => go(to.segments, toQueryFields(to));
  if (List) return { back: toggleSidebar, forward: last && (() => goTo(last)), follows: (to) => to === 'forward' };
  const back = () => (listing ? goTo(listing.pageLocation) : go([]));
  return { back, forward: undefined, follows: () => true };
}

const enterMainPane = () => {
  usedPane.value = 'main';
};

const toQueryFields = ({ query }: PageLocation) => Object.fromEntries(query);

/** Returns the list of this location or of its scope; otherwise the previous list, or that of the last visit. */
function useListing(pageLocation: PageLocation, { List, scope }: ScreenModule): Listing | undefined {
  const last = useRef<Listing>(undefined);
  const [earlier, setEarlier] = useState<Listing>();
  if (List) last.current = { List, pageLocation };
  else if (scope) last.current = scope;
  useEffect(() => {
    if (List) rememberScope();
    else if (last.current === undefined) void loadLastListing().then(setEarlier);
  }, [List, pageLocation]);
  return last.current ?? earlier;
}

async function loadLastListing(): Promise<Listing | undefined> {
  const pageLocation = lastScope();
  const { List } = (await loadScreen(pageLocation)) ?? {};
  return List && { List, pageLocation };
}
