import { useEffect, useState } from 'preact/hooks';
import { Notices } from '../ui/notices.js';
import { Empty } from '../ui/states.js';
import { Header } from './header.js';
import { type Place, place } from './router.js';
import { routeOf, type ScreenModule } from './screens.js';
import { Sidebar } from './sidebar.js';

/** The frame every screen stands in. */
export function Shell() {
  const here = place.value;
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the content
      </button>
      <Header />
      <Sidebar current={location.hash || '#/'} />
      <main id="main" tabIndex={-1}>
        <Screen here={here} />
      </main>
      <Notices />
    </div>
  );
}

/** The hash is taken by the router: focus is moved by hand. */
const focusMain = () => document.getElementById('main')?.focus();

function Screen({ here }: { readonly here: Place }) {
  const route = routeOf(here);
  const [loaded, setLoaded] = useState<{ route: typeof route; module: ScreenModule }>();
  useEffect(() => {
    let wanted = true;
    void route?.load().then((module) => wanted && setLoaded({ route, module }));
    return () => {
      wanted = false;
    };
  }, [route]);
  if (route === undefined) return <Empty>There is nothing at this address.</Empty>;
  if (loaded?.route !== route) return null;
  return <loaded.module.Screen place={here} />;
}
