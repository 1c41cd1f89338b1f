import { useEffect, useRef, useState } from 'preact/hooks';
import { CommandLayer } from '../commands/layer.js';
import { Notices } from '../ui/notices.js';
import { Empty } from '../ui/states.js';
import { Header } from './header.js';
import { type Place, place } from './router.js';
import { loadScreen, routeOf, type ScreenModule } from './screens.js';
import { Sidebar } from './sidebar.js';
import { isSidebarOpen } from './sidebar-toggle.js';
import { Workspace } from './workspace.js';

/** The frame every screen stands in. */
export function Shell() {
  const here = place.value;
  return (
    <div class="frame" data-sidebar={isSidebarOpen() ? 'open' : 'closed'}>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the content
      </button>
      <Header />
      <Sidebar current={location.hash || '#/'} />
      <main id="main" tabIndex={-1}>
        <Screen here={here} />
      </main>
      <Notices />
      <CommandLayer />
    </div>
  );
}

/** The hash is taken by the router: focus is moved by hand. */
const focusMain = () => document.getElementById('main')?.focus();

function Screen({ here }: { readonly here: Place }) {
  const route = routeOf(here);
  const [loaded, setLoaded] = useState<{ route: typeof route; module: ScreenModule }>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let wanted = true;
    loadScreen(here).then(
      (module) => wanted && module !== undefined && setLoaded({ route, module }),
      () => wanted && setLost(true),
    );
    return () => {
      wanted = false;
    };
  }, [route]);
  // What was there stays until its successor is loaded.
  const shown = useRef<{ place: Place; route: typeof route; module: ScreenModule }>(undefined);
  if (loaded?.route === route && loaded !== undefined) shown.current = { ...loaded, place: here };
  if (route === undefined) return <Empty>There is nothing at this address.</Empty>;
  if (isLost) return <Lost />;
  if (shown.current === undefined) return null;
  const { place, module } = shown.current;
  if (shown.current.route?.frame === 'workspace') return <Workspace place={place} module={module} />;
  return <module.Screen place={place} />;
}

const Lost = () => (
  <Empty>
    <p>This part of the page cannot be loaded: the service has another version of it by now. Drafts are kept.</p>
    <button type="button" class="button" onClick={() => location.reload()}>
      Load the page again
    </button>
  </Empty>
);
