import type { ApiError } from '../api/refusal.js';

/** Why something was not done, in the words of the service. */
export const Refusal = ({ error }: { readonly error: ApiError | undefined }) => (
  <div role="alert">
    {error && (
      <p class="refusal">
        {error.message} <code>{error.code}</code>
      </p>
    )}
  </div>
);
