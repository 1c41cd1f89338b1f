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

/** Returns Markdown of at least `size` characters, with all kinds of content. */
export function longNote(size: number): string {
  const parts = ['# The long note\n\n'];
  for (let number = 1, length = 0; length < size; number += 1) {
    const next = section(number);
    parts.push(next);
    length += next.length;
  }
  return parts.join('');
}
