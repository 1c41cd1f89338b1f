import { useEffect, useState } from 'preact/hooks';
import { href } from '../kernel/router.js';
import { shortDate } from '../text/dates.js';
import { formatTitle } from '../ui/note-link.js';
import { listCopies, type NoteCopy } from './note-copies.js';
import { text } from './texts.js';
import './copy-list.css';

/** The notes that this browser has a copy of, for times when the service does not answer. */
export function CopyList() {
  const [copies, setCopies] = useState<readonly NoteCopy[]>([]);
  useEffect(() => {
    void listCopies().then(setCopies);
  }, []);
  if (copies.length === 0) return null;
  return (
    <section class="copy-list">
      <h2>{text.notesInBrowser}</h2>
      <ul>
        {copies.map(({ key, note }) => (
          <li key={key}>
            <a href={href(['n', key])}>
              <span class="copy-title" dir="auto">
                {formatTitle(note.title)}
              </span>
              <time dateTime={new Date(note.updatedAt).toISOString()}>
                {shortDate(new Date(note.updatedAt).toISOString())}
              </time>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
