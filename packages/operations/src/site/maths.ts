import type { Markup } from './html.js';

/** Makes MathML of a formula; undefined of what cannot be read as one. */
export type Maths = (source: string, display: boolean) => Markup | undefined;

const LONGEST = 10_000;
/** What is made has one element around it; nothing but MathML is let through. */
const MATH = /^<span class="katex">(<math .*<\/math>)<\/span>$/s;
const OTHER = /<(?!\/?(?:math|semantics|annotation|m[a-z]+)[\s>])/;

/** Loaded where there is a formula. */
export async function loadMaths(): Promise<Maths> {
  const { default: katex } = await import('katex');
  return (source, display) => {
    if (source.length > LONGEST) return undefined;
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
