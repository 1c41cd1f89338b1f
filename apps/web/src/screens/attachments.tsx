import { useEffect, useState } from 'preact/hooks';
import { FileCard } from '../attachments/files/file-card.js';
import { FileItem } from '../attachments/files/file-item.js';
import {
  type FileFilter,
  type FileSort,
  type FileView,
  kinds,
  sortFiles,
  sorts,
  uses,
  views,
} from '../attachments/files/filters.js';
import { type FileList, listFiles } from '../attachments/files/list-files.js';
import { attachmentTabs, text } from '../attachments/files/texts.js';
import { href, replaceLocation } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { bytes } from '../text/numbers.js';
import { Select } from '../ui/form-fields.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { useKeptPlace } from '../ui/kept-place.js';
import { Page } from '../ui/page.js';
import { Empty, Loaded, Truncated } from '../ui/states.js';
import '../attachments/files/files.css';

interface View extends FileFilter {
  readonly sort: FileSort;
  readonly view: FileView;
}

const NO_FILTER: FileFilter = { name: '', kind: 'all', use: 'all' };
/** Delay of the list after typing. */
const FOLLOW_MS = 200;

function parseView(query: URLSearchParams): View {
  const one = <Value extends string>(options: Readonly<Record<Value, string>>, field: string, standard: Value) => {
    const requested = query.get(field) ?? '';
    return Object.hasOwn(options, requested) ? (requested as Value) : standard;
  };
  return {
    name: query.get('name') ?? '',
    kind: one(kinds, 'kind', 'all'),
    use: one(uses, 'use', 'all'),
    sort: one(sorts, 'sort', 'name'),
    view: one(views, 'view', 'list'),
  };
}

/** All attachments of the library; the filters are in the address. */
export function Screen({ pageLocation }: ScreenProps) {
  const view = parseView(pageLocation.query);
  const show = (part: Partial<View>) => replaceLocation(['attachments'], { ...view, ...part });
  const { name, kind, use } = useDebouncedView(view);
  const key = `files ${kind} ${use} ${name}`;
  const [read, setRead] = useState({ key, steps: 1 });
  const steps = read.key === key ? read.steps : 1;
  const data = useData(`${key} ${steps}`, (signal) => listFiles({ name, kind, use }, steps, signal));
  // Earlier rows stay while more are loading.
  const [stored, store] = useState<{ readonly key: string; readonly list: FileList }>();
  useEffect(() => {
    if (data.value !== undefined) store({ key, list: data.value });
  }, [data.value]);
  useKeptPlace('main [data-row]');
  const shown = data.value ?? (stored?.key === key ? stored.list : undefined);
  return (
    <Page title={text.files} tabs={attachmentTabs} tab="attachments">
      <Controls view={view} show={show} />
      <Loaded data={{ ...data, value: shown }}>
        {(list) => (
          <Files
            list={list}
            sort={view.sort}
            view={view.view}
            isFiltered={name !== '' || kind !== 'all' || use !== 'all'}
            onClear={() => show(NO_FILTER)}
            onMore={data.value === undefined ? undefined : () => setRead({ key, steps: steps + 1 })}
          />
        )}
      </Loaded>
      <FromTerminal operation="getReferenceReport" />
    </Page>
  );
}

/** Returns the filter once its name has not changed for a moment; other choices take effect at once. */
function useDebouncedView({ name, ...choices }: View): View {
  const [debouncedName, setDebouncedName] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedName(name), FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [name]);
  return { ...choices, name: debouncedName };
}

interface ControlsProps {
  readonly view: View;
  readonly show: (part: Partial<View>) => void;
}

const Controls = ({ view, show }: ControlsProps) => (
  <div class="controls">
    <label>
      {text.nameFilter}
      <input
        type="search"
        autocomplete="off"
        value={view.name}
        onInput={({ currentTarget }) => show({ name: currentTarget.value })}
      />
    </label>
    <Select label={text.typeFilter} options={kinds} value={view.kind} onChange={(kind) => show({ kind })} />
    <Select label={text.usageFilter} options={uses} value={view.use} onChange={(use) => show({ use })} />
    <Select label={text.sortBy} options={sorts} value={view.sort} onChange={(sort) => show({ sort })} />
    <Select label={text.view} options={views} value={view.view} onChange={(chosen) => show({ view: chosen })} />
  </div>
);

interface FilesProps {
  readonly list: FileList;
  readonly sort: FileSort;
  readonly view: FileView;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** Undefined while more is loading. */
  readonly onMore: (() => void) | undefined;
}

function Files({ list: { files, hasMore }, sort, view, isFiltered, onClear, onMore }: FilesProps) {
  const Item = view === 'grid' ? FileCard : FileItem;
  const size = bytes(files.reduce((sum, { resource }) => sum + resource.size_bytes, 0));
  const isEmpty = files.length === 0 && !hasMore;
  return (
    <>
      <p role="status">{(hasMore ? text.totalSoFar : text.total)(files.length, size)}</p>
      <p class="hint">{text.trashNotListed}</p>
      {hasMore && <Truncated>{text.partlyLoaded}</Truncated>}
      {isEmpty && (isFiltered ? <NoMatch onClear={onClear} /> : <NoFiles />)}
      {files.length > 0 && (
        <ul class={view === 'grid' ? 'files file-grid' : 'files'} aria-label={text.files}>
          {sortFiles(files, sort).map((file) => (
            <Item key={file.resource.id} file={file} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div class="row-actions">
          <button type="button" class="button" disabled={onMore === undefined} onClick={onMore}>
            {text.loadMore}
          </button>
        </div>
      )}
    </>
  );
}

const NoFiles = () => (
  <Empty>
    <p>{text.noAttachments}</p>
    <a class="button primary" href={href(['new'])}>
      {text.newNote}
    </a>
    <p class="empty-hint">{text.attachHint}</p>
  </Empty>
);

const NoMatch = ({ onClear }: { readonly onClear: () => void }) => (
  <Empty>
    <p>{text.noMatch}</p>
    <button type="button" class="button primary" onClick={onClear}>
      {text.clearFilters}
    </button>
  </Empty>
);
