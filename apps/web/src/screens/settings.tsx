import type { ScreenProps } from '../app/screens.js';
import { Appearance } from '../settings/appearance.js';
import { Connect } from '../settings/connect.js';
import { Keys } from '../settings/keys.js';
import { StatusPage } from '../settings/status.js';
import { Writing } from '../settings/writing.js';
import { Page } from '../tools/page.js';
import { Empty } from '../ui/states.js';
import '../settings/settings.css';

const pages = {
  appearance: ['Appearance', Appearance],
  editor: ['Editor', Writing],
  keys: ['Keys', Keys],
  status: ['Status', StatusPage],
  connect: ['Connect an AI client', Connect],
} as const;
type Name = keyof typeof pages;

const tabs = Object.entries(pages).map(([name, [label]]) => [`settings/${name}`, label] as const);

/** Choices of this browser, the state of the service, and how AI clients reach it. */
export function Screen({ place }: ScreenProps) {
  const name = place.segments[1] ?? 'appearance';
  const known = Object.hasOwn(pages, name) ? pages[name as Name] : undefined;
  if (known === undefined) return <Empty>There is nothing at this address.</Empty>;
  const [, Shown] = known;
  return (
    <Page title="Settings" tabs={tabs} tab={`settings/${name}`}>
      <Shown />
    </Page>
  );
}
