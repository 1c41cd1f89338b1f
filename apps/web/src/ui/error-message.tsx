import type { ApiError } from '../api/api-error.js';

/** Error message of the service, which is in English, whatever the page's language. */
export const ErrorMessage = ({ error }: { readonly error: ApiError | undefined }) => (
  <div role="alert">
    {error && (
      <p class="refusal">
        <span lang="en">{error.message}</span> <code>{error.code}</code>
      </p>
    )}
  </div>
);
