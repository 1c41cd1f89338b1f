import { ImportGuide } from '../notes/import-guide.js';
import { About } from '../settings/about.js';
import { Appearance, Editing } from '../settings/appearance.js';
import { Connect } from '../settings/connect.js';
import { Daily } from '../settings/daily.js';
import { Keys } from '../settings/keys.js';
import { StatusPage } from '../settings/status.js';
import { text } from '../settings/texts.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { Page } from '../ui/page.js';
import { Empty } from '../ui/states.js';
import '../settings/settings.css';

const pages = {
  appearance: [text.appearance, Appearance],
  editor: [text.editor, Editing],
  daily: [text.daily, Daily],
  keys: [text.keys, Keys],
  status: [text.status, StatusPage],
  import: [text.importNotes, ImportGuide],
  connect: [text.connect, Connect],
  about: [text.about, About],
} as const;
type Name = keyof typeof pages;

const tabs = Object.entries(pages).map(([name, [label]]) => [`settings/${name}`, label] as const);

/** Settings of this browser, status of the service, and setup of AI assistants. */
export function Screen({ pageLocation }: ScreenProps) {
  const name = pageLocation.segments[1] ?? 'appearance';
  const page = Object.hasOwn(pages, name) ? pages[name as Name] : undefined;
  if (page === undefined) return <Empty>{text.notFound}</Empty>;
  const [, Content] = page;
  return (
    <Page title={text.settings} tabs={tabs} tab={`settings/${name}`}>
      <Content />
    </Page>
  );
}
