import type { Note, Service } from '../test/support/service.js';

const DAY_MS = 86_400_000;

/** Notes that show what a text may contain. */
export interface Samples {
  readonly rich: Note;
  readonly long: Note;
  readonly tasks: Note;
  readonly daily: Note;
  readonly hebrew: Note;
  readonly empty: Note;
  readonly query: Note;
  /** Address of the notebook with the notes. */
  readonly notebook: string;
}

/** Local day `count` days from today. */
const day = (count: number) => new Date(Date.now() + count * DAY_MS).toLocaleDateString('sv');

const LANDSCAPE = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 960 540">
<rect width="960" height="540" fill="#9cc7d8"/><circle cx="730" cy="130" r="60" fill="#f6d365"/>
<path d="M0 380 220 190 380 330 560 150 960 400V540H0Z" fill="#4b7b63"/><path d="M0 440q240-70 480 0t480-10V540H0Z" fill="#2f5d4a"/>
</svg>`;

const richBody = (
  image: string,
  file: string,
) => `Sowing starts when the soil is above 8 °C. See [[Seed order]] for what is still missing, ==the frost dates== below, and \`compost.py\` for the mix. Last year's figures are in [[Harvest 2025|the harvest note]]; [[Nobody wrote this]] is still a plan.[^frost]

> [!tip] Before the last frost
> Harden seedlings off for a week: two hours outside on the first day, then longer every day.

> [!warning]- Slugs
> They like the lettuce best.

## Beds

| Bed | Crop | Sown | Yield | Notes |
|---|---|---|---:|---|
| North | Broad beans | ${day(-40)} | 4.2 kg | shaded after four |
| South | Tomatoes, *Black Krim* | ${day(-12)} | 11.8 kg | [[Seed order]] |
| Wall | Figs | | 0.6 kg | **prune** in March |

## To do

- [x] Turn the compost
- [ ] Order seed potatoes 📅 ${day(2)} ⏫
- [ ] Mend the cold frame
    - [ ] Buy hinges
    - [x] Measure the lid
- Ordinary item
    1. First of a nested list
    2. Second

![The allotment from the hill](resource://default/resources/${image})

> A garden is a grand teacher. It teaches patience and careful watchfulness.

### How much compost

The volume of a heap is $V = \\tfrac{1}{3}\\pi r^2 h$, so that

$$
V = \\int_0^h \\pi \\left(r \\frac{h - z}{h}\\right)^2 \\, dz = \\frac{\\pi r^2 h}{3}
$$

\`\`\`python
def compost(green: float, brown: float) -> float:
    """Returns the ratio of carbon to nitrogen."""
    return (green * 15 + brown * 60) / (green + brown)  # roughly
\`\`\`

\`\`\`mermaid
graph LR
  Seeds --> Tray --> Frame --> Bed
  Bed --> Compost --> Bed
\`\`\`

![[Seed order]]

[The plan as a file](resource://default/resources/${file}) and a link to <https://example.com/almanac>.

---

[^frost]: The average of the last ten years is 12 May.
`;

const taskBody = () =>
  [
    `- [ ] Return the library books 📅 ${day(-3)} ⏫`,
    `- [ ] Pay the plumber 📅 ${day(-1)}`,
    `- [ ] Water the tomatoes 🔁 every 2 days 📅 ${day(0)}`,
    `- [ ] Call Ada about the workshop 📅 ${day(0)} 🔼`,
    `- [ ] Book the train to Leeds 📅 ${day(4)}`,
    `- [ ] Write to the council about the gate, the lights on the path and the bins that nobody empties 📅 ${day(5)}`,
    `- [ ] Renew the passport 📅 ${day(60)}`,
    '- [ ] Read the book that Sam lent me',
    '- [/] Paint the fence',
    '- [x] Sharpen the shears',
    '',
  ].join('\n');

const HEBREW = `## רשימת קניות

שלום, זו פתקית בעברית עם מילה ב־English באמצע.

- [ ] לקנות חלב
- [x] להתקשר לאמא

> ציטוט קצר

| פריט | כמות |
|---|---|
| תפוחים | 6 |
`;

const QUERY = `\`\`\`note-query table
query: tag:garden
sort: title
fields: title, notebook, tags, updated_at
\`\`\`

\`\`\`note-query board
query: tag:garden
sort: title
\`\`\`
`;

/** Fills a library with a few months of somebody's notes. */
export async function fillSamples(service: Service): Promise<Samples> {
  const newNotebook = async (name: string, parent_notebook_id?: string) =>
    (await service.ask('createNotebook', { name, ...(parent_notebook_id !== undefined && { parent_notebook_id }) }))
      .notebook_id;
  const garden = await newNotebook('Garden');
  const beds = await newNotebook('Beds and borders', garden);
  const journal = await newNotebook('Journal');
  await newNotebook('Receipts and warranties of everything in the house');
  const image = await service.store('allotment.svg', 'image/svg+xml', LANDSCAPE);
  const file = await service.store('plan.txt', 'text/plain', 'North bed: beans\nSouth bed: tomatoes\n');
  const order = '- Broad beans, *Aquadulce*\n- Tomatoes, *Black Krim*\n\nOrdered from the usual place.\n';
  await service.note({ title: 'Seed order', body: order, notebook_id: garden, tags: ['garden', 'shopping'] });
  await service.note({ title: 'Harvest 2025', body: 'Beans 4 kg, figs 600 g.\n', notebook_id: beds, tags: ['garden'] });
  const rich = await service.note({
    title: 'The allotment in spring',
    body: richBody(image, file),
    notebook_id: garden,
    tags: ['garden', 'plans/2026', 'pinned'],
  });
  await service.note({
    title: 'A title that somebody wrote as a whole sentence, because it was the only thing they had to say that day',
    body: 'And nothing else.\n',
    notebook_id: garden,
    tags: ['garden', 'thoughts', 'a-rather-long-tag/with-a-longer-child'],
  });
  const paragraph = 'The kettle was on before anyone had spoken, and the light came in low over the sink. '.repeat(6);
  const long = await service.note({
    title: 'On mornings',
    body: Array.from({ length: 8 }, (_, part) => `## Part ${part + 1}\n\n${paragraph}\n\n${paragraph}\n`).join('\n'),
    notebook_id: journal,
    tags: ['writing'],
  });
  const tasks = await service.note({ title: 'Chores', body: taskBody(), tags: ['home'], notebook_id: journal });
  const daily = await service.note({
    title: day(0),
    body: 'Rain until noon. [[The allotment in spring]] waits.\n\n- [ ] Ring the vet\n',
    notebook_id: journal,
  });
  for (const ago of [1, 2, 4, 7])
    await service.note({ title: day(-ago), body: 'A quiet day.\n', notebook_id: journal });
  const hebrew = await service.note({ title: 'קניות לשבת', body: HEBREW, tags: ['בית'] });
  const empty = await service.note({ title: '', body: '' });
  const query = await service.note({ title: 'Garden overview', body: QUERY, notebook_id: garden });
  await service.ask('editDocument', {
    document_id: rich.id,
    base_revision_id: rich.current_revision_id,
    edits: [{ search: 'above 8 °C', replace: 'above 9 °C in the morning' }],
  });
  return { rich, long, tasks, daily, hebrew, empty, query, notebook: `#/nb/${garden}` };
}
