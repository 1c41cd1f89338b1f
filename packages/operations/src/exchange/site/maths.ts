import type { Markup } from './html.js';

/** Renders a formula as MathML; undefined when it cannot be parsed. */
export type Maths = (source: string, display: boolean) => Markup | undefined;

const MAX_FORMULA_LENGTH = 10_000;
/** Output of KaTeX with its wrapper element. Any other element than MathML is rejected. */
const MATH = /^<span class="katex">(<math .*<\/math>)<\/span>$/s;
const OTHER = /<(?!\/?(?:math|semantics|annotation|m[a-z]+)[\s>])/;

/** Loads KaTeX, which only pages with formulas need. */
export async function loadMaths(): Promise<Maths> {
  const { default: katex } = await import('katex');
  return (source, display) => {
    if (source.length > MAX_FORMULA_LENGTH) return undefined;
    try {
      const options = {
        output: 'mathml',
        displayMode: display,
        maxExpand: 500,
        strict: 'ignore',
        trust: false,
      } as const;
      const made = MATH.exec(katex.renderToString(source, options))?.[1];
      return made === undefined || OTHER.test(made) ? undefined : made;
    } catch {
      return undefined;
    }
  };
}
