import { call } from '../api/client.js';
import { href } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { TemplateList } from '../templates/template-list.js';
import { text } from '../templates/texts.js';
import { fill } from '../text/catalogue.js';
import { Page } from '../ui/page.js';
import { Empty, Loaded, Truncated } from '../ui/states.js';

/** Notes that serve as templates. */
export function Screen() {
  const templates = useData('templates', (signal) => call('listTemplates', {}, signal));
  return (
    <Page title={text.templates}>
      <Loaded data={templates}>
        {({ templates: rows, truncated }) => (
          <>
            {truncated && <Truncated>{text.firstListed(rows.length)}</Truncated>}
            {rows.length === 0 ? <NoTemplates /> : <TemplateList templates={rows} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const NoTemplates = () => (
  <Empty>
    <p>{text.noTemplates}</p>
    <a class="button primary" href={href(['new'])}>
      {text.newNote}
    </a>
    <p class="empty-hint">
      {fill(text.templateHint, { fence: <code>note-template</code>, prompt: <code>prompt:</code> })}
    </p>
  </Empty>
);
