/** Maximum length of a rendered formula; longer ones are shown as source. */
const MAX_FORMULA_LENGTH = 10_000;
const MATH_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';
/** Presentational MathML attributes; none of them loads or runs anything. */
const ATTRIBUTE =
  /^(?:display|mathvariant|mathcolor|mathsize|stretchy|fence|separator|lspace|rspace|minsize|maxsize|accent|accentunder|width|height|depth|voffset|rowspacing|columnspacing|columnalign|columnlines|rowlines|linethickness|movablelimits|symmetric|scriptlevel|displaystyle|encoding|form|notation|largeop|framespacing|rowalign|frame)$/;

/** Renders a formula; an invalid one stays as source. */
export async function showMath(element: HTMLElement): Promise<void> {
  const text = element.textContent ?? '';
  if (text.length > MAX_FORMULA_LENGTH) return;
  const { default: katex } = await import('katex');
  const container = document.createElement('span');
  try {
    katex.render(text, container, {
      output: 'mathml',
      displayMode: element.classList.contains('display'),
      maxExpand: 500,
      strict: 'ignore',
    });
  } catch (error) {
    element.title = (error as Error).message;
    element.classList.add('broken');
    return;
  }
  const maths = container.querySelector('math');
  if (maths === null) return;
  prune(maths);
  element.replaceChildren(maths);
}

/** Removes everything but MathML elements and allowed attributes. */
function prune(root: Element): void {
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (element.namespaceURI !== MATH_NAMESPACE) element.remove();
    for (const { name } of [...element.attributes]) if (!ATTRIBUTE.test(name)) element.removeAttribute(name);
  }
}
