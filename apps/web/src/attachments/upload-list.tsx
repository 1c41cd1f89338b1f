import { forget, type Upload, uploads } from './uploads.js';
import './uploads.css';

/** How far each file is, and what became of it. */
export const UploadList = () =>
  uploads.value.length === 0 ? null : (
    <ul class="uploads" aria-live="polite" aria-label="Files being stored">
      {uploads.value.map((one) => (
        <li key={one.id}>
          <bdi>{one.name}</bdi>
          <Progress {...one} />
        </li>
      ))}
    </ul>
  );

function Progress({ id, name, sent, size, state, outcome }: Upload) {
  if (state === 'stored') return <span> {outcome}</span>;
  if (state === 'waiting' || state === 'sending')
    return <progress aria-label={`Storing ${name}`} value={sent} max={Math.max(size, 1)} />;
  return (
    <>
      <span class="problem-text"> {outcome}</span>
      <button type="button" class="button" onClick={() => forget(id)}>
        Dismiss
      </button>
    </>
  );
}
