/** Longer formulas are shown as they are written. */
const LONGEST = 10_000;
const MATH_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';
/** What MathML may say about how it looks; nothing of it loads or runs. */
const ATTRIBUTE =
  /^(?:display|mathvariant|mathcolor|mathsize|stretchy|fence|separator|lspace|rspace|minsize|maxsize|accent|accentunder|width|height|depth|voffset|rowspacing|columnspacing|columnalign|columnlines|rowlines|linethickness|movablelimits|symmetric|scriptlevel|displaystyle|encoding|form|notation|largeop|framespacing|rowalign|frame)$/;

/** Shows a formula; what cannot be read as one stays as it is written. */
export async function showMath(element: HTMLElement): Promise<void> {
  const text = element.textContent ?? '';
  if (text.length > LONGEST) return;
  const { default: katex } = await import('katex');
  const made = document.createElement('span');
  try {
    katex.render(text, made, {
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
  const maths = made.querySelector('math');
  if (maths === null) return;
  prune(maths);
  element.replaceChildren(maths);
}

/** Takes out what is no MathML, and attributes that are not on the list. */
function prune(root: Element): void {
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (element.namespaceURI !== MATH_NAMESPACE) element.remove();
    for (const { name } of [...element.attributes]) if (!ATTRIBUTE.test(name)) element.removeAttribute(name);
  }
}
