import { useEffect, useRef, useState } from 'preact/hooks';
import { CommandLayer } from '../commands/layer.js';
import { currentLocation, href, type PageLocation } from '../kernel/router.js';
import { text } from '../kernel/texts.js';
import { ownTitle, useTitle } from '../kernel/title.js';
import { Notices } from '../ui/notices.js';
import { Splitter, usePaneWidth } from '../ui/splitter.js';
import { Empty } from '../ui/states.js';
import { Header } from './header.js';
import { isScreenOutdated } from './offer-reload.js';
import type { ScreenModule } from './screen-module.js';
import { findRoute, loadScreen } from './screens.js';
import { Sidebar } from './sidebar.js';
import { closeSidebarOver, isSidebarOpen, isSidebarOver, toggleSidebar } from './sidebar-toggle.js';
import { useSwipe } from './use-swipe.js';
import { Workspace } from './workspace.js';

const SIDEBAR_PX = { min: 180, max: 400 };

/** The frame around every screen. */
export function Shell() {
  const pageLocation = currentLocation.value;
  const { width, onDrag, onValue } = usePaneWidth('sidebarWidth');
  useDocumentTitle();
  const frame = useRef<HTMLDivElement>(null);
  useSwipe(frame, { back: undefined, forward: isSidebarOver() ? closeSidebarOver : undefined, follows: () => false });
  return (
    <div
      ref={frame}
      class="frame"
      data-sidebar={isSidebarOpen() ? 'open' : 'closed'}
      style={{ '--sidebar': `${width}px` }}
    >
      <button type="button" class="skip button" onClick={focusMain}>
        {text.skipToContent}
      </button>
      <Header />
      {isSidebarOver() && (
        <button type="button" class="scrim" tabIndex={-1} aria-label={text.closeLibrary} onClick={closeSidebarOver} />
      )}
      <Sidebar pageLocation={pageLocation} />
      <Splitter
        label={text.sidebarWidth}
        value={width}
        min={SIDEBAR_PX.min}
        max={SIDEBAR_PX.max}
        onDrag={onDrag}
        onValue={onValue}
        onToggle={toggleSidebar}
      />
      <main id="main" tabIndex={-1}>
        <Screen pageLocation={pageLocation} />
      </main>
      <Notices />
      <CommandLayer />
    </div>
  );
}

/** Moves focus by script, because the router handles the hash. */
const focusMain = () => document.getElementById('main')?.focus();

function Screen({ pageLocation }: { readonly pageLocation: PageLocation }) {
  const route = findRoute(pageLocation);
  const module = route?.loaded();
  const isLoaded = module !== undefined;
  const [hasFailed, setFailed] = useState(false);
  const [, drawAgain] = useState({});
  useEffect(() => {
    setFailed(false);
    if (isLoaded) return;
    let isMounted = true;
    loadScreen(pageLocation).then(
      () => isMounted && drawAgain({}),
      () => isMounted && setFailed(true),
    );
    return () => {
      isMounted = false;
    };
  }, [route]);
  // The previous screen stays until the next one is loaded.
  const lastShown = useRef<{ pageLocation: PageLocation; frame: string; module: ScreenModule }>(undefined);
  if (route !== undefined && module !== undefined) lastShown.current = { pageLocation, frame: route.frame, module };
  if (route === undefined) return <NotFound />;
  if (hasFailed && !isLoaded) return <ReloadNeeded />;
  if (lastShown.current === undefined) return null;
  const { pageLocation: lastLocation, frame, module: there } = lastShown.current;
  return frame === 'workspace' ? (
    <Workspace pageLocation={lastLocation} module={there} />
  ) : (
    <there.Screen pageLocation={lastLocation} />
  );
}

const NotFound = () => (
  <Empty>
    <p>{text.notFound}</p>
    <a class="button primary" href={href([])}>
      {text.allNotes}
    </a>
    <p>{text.addressHint}</p>
  </Empty>
);

function ReloadNeeded() {
  useTitle(text.titleReload);
  useEffect(() => {
    isScreenOutdated.value = true;
    return () => {
      isScreenOutdated.value = false;
    };
  }, []);
  return (
    <Empty>
      <p>{text.pageOutdated}</p>
      <button type="button" class="button primary" onClick={() => location.reload()}>
        {text.reloadPage}
      </button>
    </Empty>
  );
}

/** Keeps the title of the browser tab current. Called once, by the frame of the page. */
export function useDocumentTitle(): void {
  const route = findRoute(currentLocation.value);
  const title = ownTitle.value?.title ?? route?.title ?? text.titleNotFound;
  useEffect(() => {
    document.title = text.pageTitle(title);
  }, [title]);
}
