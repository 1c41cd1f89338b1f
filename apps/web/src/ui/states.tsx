import type { ComponentChildren } from 'preact';
import { type ApiError, getReportedCode } from '../api/api-error.js';
import type { Data } from '../kernel/use-data.js';
import { timeOfDay } from '../text/dates.js';
import { copyText } from './copy-text.js';
import { text } from './texts.js';
import './states.css';

interface LoadedProps<T> {
  readonly data: Data<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** Loaded data, or the error; earlier data stay on screen beside an error. */
export function Loaded<T>({ data, children }: LoadedProps<T>) {
  const { value, error, at, reload } = data;
  return (
    <>
      {error !== undefined && (
        <div class="problem" role="alert">
          <p>
            <ErrorText error={error} />
            {at !== undefined && ` · ${text.asOf(timeOfDay(at))}`}
          </p>
          <div class="problem-buttons">
            <button type="button" class="button" onClick={reload}>
              {text.tryAgain}
            </button>
            <button type="button" class="button" onClick={() => void copyText(`${error.code}: ${error.message}`)}>
              {text.copyDetails}
            </button>
          </div>
        </div>
      )}
      {value === undefined ? error === undefined && <Skeleton /> : children(value)}
    </>
  );
}

/** Loading indicator; its style delays it, so that fast responses show none. */
const Skeleton = () => (
  <div class="skeleton" aria-busy="true">
    <span class="visually-hidden">{text.loading}</span>
  </div>
);

interface EmptyProps {
  readonly children: ComponentChildren;
}

export const Empty = ({ children }: EmptyProps) => <div class="empty">{children}</div>;

/** Notice beside a result that it is incomplete. */
export const Truncated = ({ children }: EmptyProps) => (
  <p class="truncated" role="note">
    {children}
  </p>
);

/** Message and code of an error. Those of the service are in English, whatever the page's language. */
function ErrorText({ error }: { readonly error: ApiError }) {
  const code = getReportedCode(error);
  return (
    <>
      <span lang="en">{error.message}</span>
      {code !== undefined && [' ', <code>{code}</code>]}
    </>
  );
}

/** Error of an action. */
export const ErrorMessage = ({ error }: { readonly error: ApiError | undefined }) => (
  <div role="alert">
    {error && (
      <p class="refusal">
        <ErrorText error={error} />
      </p>
    )}
  </div>
);
