// @ts-check

/**
 * Changes to the template of VitePress's search box, each with its reason. The box declares a button around all of its
 * content, and options around the links of its results, which screen readers do not announce.
 */
const REPLACEMENTS = [
  {
    reason: 'The box is a dialog.',
    before: `      role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"
      aria-labelledby="localsearch-label"
`,
    after: `      role="dialog"
      aria-modal="true"
      :aria-label="buttonText"
`,
  },
  {
    reason: 'The field is the one that opens and controls the list.',
    before: `            aria-autocomplete="both"
`,
    after: `            role="combobox"
            :aria-expanded="results?.length ? 'true' : 'false'"
            aria-autocomplete="list"
`,
  },
  {
    reason: 'The link of a result is the option.',
    before: `            :id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"
          >
            <a
`,
    after: `            role="presentation"
          >
            <a
              :id="'localsearch-item-' + index"
              :aria-selected="selectedIndex === index ? 'true' : 'false'"
              role="option"
`,
  },
  {
    reason: 'The text of a result is its name.',
    before: `              :aria-label="[...p.titles, p.title].join(' > ')"
`,
    after: '',
  },
  {
    reason: 'The mark before the titles is an ornament.',
    before: '<span class="title-icon">',
    after: '<span class="title-icon" aria-hidden="true">',
  },
  {
    reason: 'Only an element with a role may have another name than its text.',
    before: '<kbd :aria-label',
    after: '<kbd role="img" :aria-label',
  },
];

/**
 * Returns a Vite plugin that corrects the roles and names of the search box.
 *
 * @returns {import('vitepress').Plugin}
 * @throws {Error} during the build when VitePress has another template
 */
export function correctSearchBox() {
  return {
    name: 'notes-search-box',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/VPLocalSearchBox.vue')) return null;
      return REPLACEMENTS.reduce((template, { reason, before, after }) => {
        if (!template.includes(before)) throw new Error(`The search box of VitePress changed. Adapt: ${reason}`);
        return template.replaceAll(before, after);
      }, code);
    },
  };
}
