import type { ApiError } from '../api/refusal.js';

/** Why something was not done, in the words of the service: they are English, whatever the page speaks. */
export const Refusal = ({ error }: { readonly error: ApiError | undefined }) => (
  <div role="alert">
    {error && (
      <p class="refusal">
        <span lang="en">{error.message}</span> <code>{error.code}</code>
      </p>
    )}
  </div>
);
