import { href } from '../kernel/router.js';
import { makeVisible } from '../text/visible.js';
import { text } from './texts.js';

/** Says that the results do not match exactly, and offers the queries that find them. */
export const DidYouMean = ({ suggestions }: { readonly suggestions: readonly string[] }) => (
  <p class="did-you-mean" role="status">
    {text.noExactMatch}{' '}
    {suggestions.map((suggestion) => (
      <a key={suggestion} href={href(['search'], { q: suggestion })}>
        {makeVisible(suggestion)}
      </a>
    ))}
  </p>
);
