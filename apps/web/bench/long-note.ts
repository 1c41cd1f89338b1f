/** Returns a typical section of a note; the number makes it unique. */
const section = (number: number): string => `## ${number}. What was decided on day ${number}

We went through the *open points* of [the plan](https://example.org/plan/${number}) once more, and **kept most of it**. The
part about the \`export --format md\` command stays as it is in [[Decision ${number % 97}]]; #planning/week-${number % 52} has the rest.

- [ ] write to Ada about point ${number}
- [${number % 2 ? 'x' : ' '}] read “A note on notes” again, ~~all of it~~ the second half
  - it is in the *yellow* folder, see [[Folders#Colours|the colours]]
  1. first page
  2. second page

> A quoted line about the matter, with **bold** words in it.
> And one more, from <https://example.org/${number}>.

| What | How many | Who |
|---|---:|---|
| apples | ${number} | Ada |
| pears and plums | ${number * 3} | Grace |

\`\`\`js
export const answer${number} = () => fetch(\`/api/items/\${${number}}\`).then((found) => found.json());
\`\`\`

`;

const FRONT_MATTER = `---
status: open
due: 2026-12-01
tags: [planning, weekly]
---

`;

/** Start of the paragraph of each section in which the typing is measured. */
export const TYPED_PARAGRAPH = 'Paragraph of day';

/** Returns a short section with the blocks that the live view shows rendered. */
const renderedSection = (number: number, image: string): string => `## Day ${number}

${TYPED_PARAGRAPH} ${number}: kept *most* of [[Decision ${number % 97}]], with \`code\`.

> [!note] Callout ${number}
> With **bold** words.

| What | How many |
|---|---:|
| apples | ${number} |

![plan](resource://default/resources/${image})

- [ ] write to Ada about ${number}

$$
x_{${number}}^2
$$

`;

function repeatSections(start: string, size: number, toSection: (number: number) => string): string {
  const parts = [start];
  for (let number = 1, length = start.length; length < size; number += 1) {
    const next = toSection(number);
    parts.push(next);
    length += next.length;
  }
  return parts.join('');
}

/** Returns Markdown of at least `size` characters, with all kinds of content. */
export const longNote = (size: number): string => repeatSections('# The long note\n\n', size, section);

/**
 * Returns Markdown of at least `size` characters, most of which the live view shows rendered: front matter, callouts,
 * tables, images and formulas.
 *
 * @param image id of an attachment
 */
export const renderedNote = (size: number, image: string): string =>
  repeatSections(FRONT_MATTER, size, (number) => renderedSection(number, image));
