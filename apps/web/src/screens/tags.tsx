import { Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { buildTagTree, type TagNode, useTags } from '../kernel/library.js';
import { href } from '../kernel/router.js';
import { TagRename } from '../organise/tag-rename.js';
import { text } from '../organise/texts.js';
import { tagQuery } from '../search/queries.js';
import { number } from '../text/numbers.js';
import { makeVisible } from '../text/visible.js';
import { DataTable } from '../ui/data-table.js';
import { useKeptFocus } from '../ui/kept-focus.js';
import { Page } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';

/** Tags as a tree, with the number of notes that have each. */
export function Screen() {
  const tags = useTags();
  const [renamed, setRenamed] = useState<string>();
  const newName = useRef('');
  const page = useRef<HTMLDivElement>(null);
  // A renamed tag has another row, and the dialog cannot give the focus back to the former one.
  useKeptFocus(page, () => {
    page.current?.querySelector<HTMLElement>(`[data-tag="${CSS.escape(newName.current)}"]`)?.focus();
  });
  return (
    <Page title={text.tags}>
      <div ref={page} class="page-section">
        <Loaded data={tags}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty>
                <p>{text.noTags}</p>
                <a class="button primary" href={href([])}>
                  {text.showAllNotes}
                </a>
                <p class="empty-hint">{text.tagsHint}</p>
              </Empty>
            ) : (
              <DataTable label={text.tags} heads={[text.tag, text.noteCount, '']}>
                <TagRows nodes={buildTagTree(rows)} depth={0} onRename={setRenamed} />
              </DataTable>
            )
          }
        </Loaded>
        {renamed !== undefined && (
          <TagRename
            from={renamed}
            onRenamed={(to) => {
              newName.current = to;
            }}
            onClose={() => setRenamed(undefined)}
          />
        )}
      </div>
    </Page>
  );
}

interface RowsProps {
  readonly nodes: readonly TagNode[];
  readonly depth: number;
  readonly onRename: (name: string) => void;
}

const INDENT_PX = 20;
/** Maximum indentation; deeper tags are not indented further. */
const MAX_INDENTS = 6;

const TagRows = ({ nodes, depth, onRename }: RowsProps) => (
  <>
    {nodes.map(({ name, noteCount, children }) => (
      <Fragment key={name}>
        <tr>
          <td style={{ paddingInlineStart: `${Math.min(depth, MAX_INDENTS) * INDENT_PX}px` }}>
            <a href={href(['search'], { q: tagQuery(name) })}>{makeVisible(name)}</a>
          </td>
          <td>{noteCount !== undefined && number(noteCount)}</td>
          <td>
            <button
              type="button"
              class="button"
              data-tag={name}
              aria-label={text.renameTagNamed(name)}
              onClick={() => onRename(name)}
            >
              {text.renameEllipsis}
            </button>
          </td>
        </tr>
        <TagRows nodes={children} depth={depth + 1} onRename={onRename} />
      </Fragment>
    ))}
  </>
);
