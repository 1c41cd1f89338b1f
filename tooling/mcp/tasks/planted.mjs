// @ts-check
/** @import { Note, Writer } from './library.mjs' */

export const HANDBOOK = 'Beekeeping handbook';
export const WINTER_FACT = 'Each colony needs eleven kilograms of stores before the first frost.';
export const LANTERN_FACT = 'The lantern room gets a copper roof, and the work starts on 4 May.';
/** Titles of the notes about hives. */
export const HIVE_NOTES = [
  'Inspection of the north stand',
  'Inspection of the south stand',
  'Swarm in the pear tree',
  'Queen marking day',
  'Honey harvest 2025',
  'Honey harvest 2026',
  'Feeding in spring',
  'Requeening with a nucleus',
  'Moving to the heather',
  'Uniting two colonies',
];
/** Broken links by the title of their note: the target as written, and the title meant. */
export const BROKEN_LINKS = [
  { note: 'Porch repair log', written: 'Celler measurements', meant: 'Cellar measurements' },
  { note: 'Thursday supper list', written: 'Kitchn checklist', meant: 'Kitchen checklist' },
  { note: 'Trip with the choir', written: 'Choir calender', meant: 'Choir calendar' },
  { note: 'Boiler service', written: 'Insurence decisions', meant: 'Insurance decisions' },
  { note: 'Shelf for the hall', written: 'Workshop mesurements', meant: 'Workshop measurements' },
  { note: 'New saddle', written: 'Bycicle repairs', meant: 'Bicycle repairs' },
];
export const SUPPLY_NOTES = [
  'Shopping for the apiary',
  'Visit of the bee inspector',
  'Plan for April',
  'Loan to Oskar',
];
export const SMOKER_NOTES = [
  'First inspection rules',
  'Box of the beginner',
  'Fire safety at the stand',
  'Letter to Ruth',
];
export const MITE_NOTES = ['Autumn review', 'Mite counts 2026', 'Club talk in November'];
export const PARIS_NOTES = ['Holiday money', 'Train timetable', 'Postcards to write'];
export const DONE_NOTES = [
  'Gate rehung',
  'Attic insulated',
  'Gutter replaced',
  'Fuse box labelled',
  'Chimney swept',
  'Bath resealed',
];
export const OLD_NOTES = ['Old printer manual', 'Old bus pass', 'Old tariff', 'Old wifi notes', 'Old lease draft'];
export const COMPANY_NOTES = [
  'Invoice of March',
  'Contract for the windows',
  'Phone call of 3 June',
  'Complaint about the delay',
  'Quote for the doors',
];
export const UNSORTED_NOTES = [
  'Idea for a lamp',
  'Name of the plumber',
  'Book about tides',
  'Recipe from Lena',
  'Tent for four',
  'Museum on Sundays',
  'Wasps under the eaves',
];
export const LIGHTHOUSE_TASKS = [
  'Order the copper sheets',
  'Ask the harbour office about scaffolding',
  'Send the drawings to Ines',
  'Check the storm shutters',
];
export const JOURNAL_WEEK = Array.from({ length: 7 }, (_, day) => `Journal 2026-11-${16 + day}`);
export const HIGHLIGHTS = [
  'Finished the east wall',
  'Ines agreed to the drawings',
  'Saw the first snow',
  'The choir sang at the mill',
  'Repaired the bicycle lamp',
  'Jonas visited with his daughter',
  'Baked with rye again',
];
export const VEGETARIAN_RECIPES = ['Leek tart', 'Lentil soup', 'Mushroom pie'];
const OTHER_RECIPES = ['Fish stew', 'Roast chicken', 'Lamb with beans'];
const COUNTRIES = ['Portugal', 'Norway', 'Slovenia'];
export const COUNTRY_NOTES = COUNTRIES.map((country) => `Walking in ${country}`);
export const COUNTRY_COSTS = ['640 euros', '1,180 euros', '520 euros'];

const HANDBOOK_CHAPTERS = [
  'Choosing a site',
  'Neighbours',
  'Frames and boxes',
  'Supplies',
  'The year at a glance',
  'First inspection',
  'Reading a comb',
  'Queens',
  'Swarming',
  'Catching a swarm',
  'Feeding',
  'Water',
  'Wasps',
  'Mites',
  'Foulbrood',
  'Harvest',
  'Extracting',
  'Jars and labels',
  'Wax',
  'Wintering',
  'Records',
  'Moving',
  'Law',
  'Further reading',
];

/**
 * Writes the notes that tasks are about.
 * @param {Writer} writer
 * @returns {Note[]}
 */
export function plantNotes(writer) {
  const text = (/** @type {number} */ sentences) => writer.paragraph(sentences);
  const note = (
    /** @type {string} */ title,
    /** @type {string} */ notebook,
    /** @type {string} */ body,
    /** @type {string[]} */ tags = [],
  ) => ({ title, notebook, tags, body: `${body}\n` });
  /** A note of ordinary length with a given paragraph in its middle. */
  const around = (
    /** @type {string} */ title,
    /** @type {string} */ notebook,
    /** @type {string} */ line,
    /** @type {string[]} */ tags = [],
  ) => note(title, notebook, `${text(4)}\n\n${line}\n\n${text(3)}`, tags);

  return [
    note(
      HANDBOOK,
      'Garden',
      HANDBOOK_CHAPTERS.map((chapter) => {
        const fact = chapter === 'Wintering' ? `${WINTER_FACT} ` : '';
        return `## ${chapter}\n\n${fact}${text(5)}\n\n${text(4)}\n\n- ${text(1)}\n- ${text(1)}`;
      }).join('\n\n'),
      ['garden'],
    ),
    ...HIVE_NOTES.map((title) => around(title, 'Garden', 'The hive was calm and had enough space.')),
    ...SUPPLY_NOTES.map((title) => around(title, 'Garden', `The list is in [[${HANDBOOK}#Supplies]], mostly.`)),
    ...BROKEN_LINKS.map(({ note: title, written }) => around(title, 'Projects/House', `More is in [[${written}]].`)),
    note(
      'Weekly review template',
      'Templates',
      '```note-template\ndescription: Review of a week\nprompt: week - number of the week\nprompt: highlights - one line for each day\nprompt: open_tasks - a list\n```\n# Week {{week}}\n\n## Highlights\n\n{{highlights}}\n\n## Open tasks\n\n{{open_tasks}}',
    ),
    note(
      'Letter template',
      'Templates',
      '```note-template\ndescription: A letter\nprompt: to - name\n```\nDear {{to}},\n',
    ),
    ...JOURNAL_WEEK.map((title, day) =>
      note(title, 'Journal', `${text(3)}\n\nHighlight: ${HIGHLIGHTS[day]}\n\n${text(4)}`, ['journal']),
    ),
    note('Paris trip', 'Notes', `${text(4)}\n\n## Hotels\n\n- ${text(1)}\n\n## Museums\n\n- ${text(1)}`, ['travel']),
    note('Paris ideas', 'Notes', `## Cafés\n\n- The one at the canal, with the green door\n- ${text(1)}`, ['travel']),
    ...PARIS_NOTES.map((title) => around(title, 'Notes', 'Compare [[Paris ideas]] before booking.')),
    note(
      'Lighthouse roof',
      'Projects/Lighthouse',
      `${text(5)}\n\n## Lantern room\n\n${LANTERN_FACT} ${text(2)}\n\n- [ ] ${LIGHTHOUSE_TASKS[0]}\n- [ ] ${LIGHTHOUSE_TASKS[1]}\n- [x] Measure the roof\n\n## Money\n\n${text(4)}`,
    ),
    note(
      'Lighthouse visit in June',
      'Projects/Lighthouse',
      `${text(6)}\n\n- [ ] ${LIGHTHOUSE_TASKS[2]}\n- [x] Book the ferry\n\n${text(3)}`,
    ),
    note('Lighthouse storms', 'Projects/Lighthouse', `${text(3)}\n\n- [ ] ${LIGHTHOUSE_TASKS[3]}\n\n${text(3)}`),
    note('Reading list', 'Notes', `${text(2)}\n\n- Middlemarch, before spring\n- Stories of the sea\n\n${text(3)}`),
    note(
      'Household',
      'Notes',
      `${text(5)}\n\n## To buy\n\n- Lamp oil\n- String\n\n## To mend\n\n- ${text(1)}\n- ${text(1)}\n\n${text(6)}`,
    ),
    note(
      'Apiary jobs',
      'Garden',
      `${text(5)}\n\n- [x] Paint the floors\n- [ ] Order new frames\n- [ ] Mow around the stands\n\n${text(5)}`,
    ),
    ...DONE_NOTES.map((title) => around(title, 'Projects/House', text(2), ['status/done'])),
    around('Varroa treatment', 'Garden', text(2)),
    ...MITE_NOTES.map((title, index) =>
      around(title, 'Garden', `As [[Varroa treatment]] says, round ${index + 1} was enough.`),
    ),
    around('Smoker fuel', 'Garden', text(2)),
    ...SMOKER_NOTES.map((title) => around(title, 'Garden', `Dry it first, see [[Smoker fuel]].`)),
    ...COUNTRY_NOTES.map((title, index) =>
      around(title, 'Reading', `Two weeks cost ${COUNTRY_COSTS[index]}.`, ['travel']),
    ),
    ...COMPANY_NOTES.map((title) =>
      around(title, 'Projects/House', 'Harrow & Finch wrote again. We answer Harrow & Finch on Monday.'),
    ),
    ...UNSORTED_NOTES.map((title) => around(title, 'Notes', text(1), ['unsorted'])),
    ...OLD_NOTES.map((title) => around(title, 'Notes', text(1), ['obsolete'])),
    ...VEGETARIAN_RECIPES.map((title) => around(title, 'Recipes', text(1), ['vegetarian'])),
    ...OTHER_RECIPES.map((title) => around(title, 'Recipes', text(1))),
  ];
}
