import { call } from '../api/client.js';
import { href } from '../app/router.js';
import { useData } from '../app/use-data.js';
import { TemplateList } from '../templates/template-list.js';
import { Empty, Loaded, Truncated } from '../ui/states.js';

/** Notes that notes are made from. */
export function Screen() {
  const templates = useData('templates', (signal) => call('listTemplates', {}, signal));
  return (
    <div class="full-screen">
      <h1>Templates</h1>
      <Loaded data={templates}>
        {({ templates: rows, truncated }) => (
          <>
            {truncated && <Truncated>Only the first {rows.length.toLocaleString()} are listed.</Truncated>}
            {rows.length === 0 ? <NoTemplates /> : <TemplateList templates={rows} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

const NoTemplates = () => (
  <Empty>
    <p>There are no templates yet.</p>
    <a class="button primary" href={href(['new'])}>
      New note
    </a>
    <p>
      A note with a fenced block <code>note-template</code> is a template; <code>prompt:</code> lines in it say what is
      asked for.
    </p>
  </Empty>
);
