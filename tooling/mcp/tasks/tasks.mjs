// @ts-check
import {
  BROKEN_LINKS,
  COMPANY_NOTES,
  COUNTRY_COSTS,
  DONE_NOTES,
  HANDBOOK,
  HIGHLIGHTS,
  HIVE_NOTES,
  LANTERN_FACT,
  LIGHTHOUSE_TASKS,
  MITE_NOTES,
  OLD_NOTES,
  PARIS_NOTES,
  SMOKER_NOTES,
  SUPPLY_NOTES,
  UNSORTED_NOTES,
  VEGETARIAN_RECIPES,
  WINTER_FACT,
} from './planted.mjs';

/**
 * @typedef {import('./library.mjs').Note} Note
 * @typedef {import('./agent.mjs').Door} Door
 * @typedef {{ door: Door, readNote: (title: string) => Promise<Note | undefined>, close: () => Promise<void> }} Opened
 * @typedef {{ open: (task: Task) => Promise<Opened> }} Subject a server with the notes, fresh for each task
 * @typedef {{ note: (title: string) => Promise<Note>, exists: (title: string) => Promise<boolean>, answer: string,
 *   require: (holds: boolean, fault: string) => void }} Outcome
 * @typedef {'read-only' | 'editor' | 'organizer'} Scope
 * @typedef {{ name: string, prompt: string, scope: Scope, check: (outcome: Outcome) => Promise<void> | void }} Task
 */

/** Requires each of the texts in the answer. */
const requireFacts = (/** @type {Outcome} */ { answer, require }, /** @type {readonly string[]} */ facts) => {
  for (const fact of facts) require(answer.includes(fact), `the answer lacks "${fact}"`);
};

/**
 * Requires something of each note.
 * @param {Outcome} outcome
 * @param {readonly string[]} titles
 * @param {(note: Note) => boolean} holds
 * @param {string} fault
 */
async function requireNotes({ note, require }, titles, holds, fault) {
  for (const title of titles) require(holds(await note(title)), `${title}: ${fault}`);
}

/**
 * Requests of a person, with the state of the notes that each requires afterwards.
 * @type {readonly Task[]}
 */
export const tasks = [
  {
    name: 'tag ten notes',
    prompt: 'Tag the ten notes that mention the hive with bees.',
    scope: 'organizer',
    check: (outcome) =>
      requireNotes(outcome, HIVE_NOTES, ({ tags }) => tags.includes('bees'), 'does not have the tag bees'),
  },
  {
    name: 'rename a heading',
    prompt: `In ${HANDBOOK}, rename the heading Supplies to Equipment, with the links to it.`,
    scope: 'editor',
    check: async (outcome) => {
      const { body } = await outcome.note(HANDBOOK);
      outcome.require(/^## Equipment$/m.test(body) && !/^## Supplies$/m.test(body), 'the heading is not renamed');
      const isRenamed = (/** @type {Note} */ note) => note.body.includes(`[[${HANDBOOK}#Equipment]], mostly.`);
      await requireNotes(outcome, SUPPLY_NOTES, isRenamed, 'links to the old heading');
    },
  },
  {
    name: 'fix broken links',
    prompt: 'Fix the broken links in my notes: their targets are misspelt.',
    scope: 'editor',
    check: async (outcome) => {
      for (const { note, meant } of BROKEN_LINKS) {
        const { body } = await outcome.note(note);
        outcome.require(body.includes(`More is in [[${meant}]].`), `${note}: does not link to ${meant}`);
      }
    },
  },
  {
    name: 'weekly review',
    prompt:
      'Make “Review of week 47” from my weekly review template: the highlight of each day from Journal 2026-11-16 to 2026-11-22, and the open tasks in the notebook Projects/Lighthouse.',
    scope: 'editor',
    check: async ({ note, require }) => {
      const { body } = await note('Review of week 47');
      require(body.includes('# Week 47'), 'the week is missing');
      for (const line of [...HIGHLIGHTS, ...LIGHTHOUSE_TASKS]) require(body.includes(line), `lacks "${line}"`);
    },
  },
  {
    name: 'merge two notes',
    prompt: 'Merge Paris ideas into Paris trip: add its text there, point links to it at Paris trip, and trash it.',
    scope: 'editor',
    check: async (outcome) => {
      const { body } = await outcome.note('Paris trip');
      const parts = ['## Hotels', '## Museums', '## Cafés', 'with the green door'];
      outcome.require(
        parts.every((part) => body.includes(part)),
        'the texts are not merged',
      );
      outcome.require(!(await outcome.exists('Paris ideas')), 'Paris ideas is still there');
      const isRetargeted = (/** @type {Note} */ note) => note.body.includes('Compare [[Paris trip]] before booking.');
      await requireNotes(outcome, PARIS_NOTES, isRetargeted, 'does not link to Paris trip');
    },
  },
  {
    name: 'list open tasks',
    prompt: 'Which tasks are open in the notebook Projects/Lighthouse, and in which notes?',
    scope: 'read-only',
    check: (outcome) => requireFacts(outcome, [...LIGHTHOUSE_TASKS, 'Lighthouse roof', 'Lighthouse storms']),
  },
  {
    name: 'change and undo',
    prompt:
      'In Reading list, put Emma in the place of Middlemarch, tag it novels and move it to the notebook Reading. Then: undo all of that.',
    scope: 'editor',
    check: async ({ note, answer, require }) => {
      const { body, tags, notebook } = await note('Reading list');
      require(answer === '1 replacement, undone', 'the change was not made');
      require(body.includes('- Middlemarch, before spring') && !body.includes('Emma'), 'the text is not as before');
      require(tags.length === 0, 'the tags are not as before');
      require(notebook === 'Notes', 'the notebook is not the one before');
    },
  },
  {
    name: 'answer a question',
    prompt: 'What did we decide about the copper roof of the lantern room?',
    scope: 'read-only',
    check: (outcome) => requireFacts(outcome, [LANTERN_FACT]),
  },
  {
    name: 'read a section',
    prompt: `What does ${HANDBOOK} say under Wintering?`,
    scope: 'read-only',
    check: (outcome) => requireFacts(outcome, [WINTER_FACT]),
  },
  {
    name: 'add under a heading',
    prompt: 'Add sugar syrup to the list under To buy in Household.',
    scope: 'editor',
    check: async ({ note, require }) => {
      const { body } = await note('Household');
      require(/^## To buy\n\n- Lamp oil\n- String\n- Sugar syrup\n\n## To mend$/m.test(
        body,
      ), 'the list has another form');
    },
  },
  {
    name: 'tick a task',
    prompt: 'Tick “Order new frames” in Apiary jobs.',
    scope: 'editor',
    check: async ({ note, require }) => {
      const { body } = await note('Apiary jobs');
      require(/^- \[x\] Order new frames$/m.test(body), 'the task is not ticked');
      require(/^- \[ \] Mow around the stands$/m.test(body), 'another task is ticked');
    },
  },
  {
    name: 'write a note',
    prompt: 'Write down in the notebook Projects/Lighthouse, tagged calls: “Call with Ines”, she can start on Tuesday.',
    scope: 'editor',
    check: async ({ note, require }) => {
      const { body, tags, notebook } = await note('Call with Ines');
      require(notebook === 'Projects/Lighthouse', 'is in another notebook');
      require(tags.join() === 'calls', 'has other tags');
      require(body.includes('She can start on Tuesday.'), 'has another text');
    },
  },
  {
    name: 'move finished notes',
    prompt: 'Move the notes in Projects/House tagged status/done to the notebook Archive.',
    scope: 'organizer',
    check: (outcome) =>
      requireNotes(outcome, DONE_NOTES, ({ notebook }) => notebook === 'Archive', 'is not in Archive'),
  },
  {
    name: 'list backlinks',
    prompt: 'Which notes link to Varroa treatment, and what do they say about it?',
    scope: 'read-only',
    check: (outcome) =>
      requireFacts(
        outcome,
        MITE_NOTES.flatMap((title, index) => [title, `says, round ${index + 1} was enough.`]),
      ),
  },
  {
    name: 'rename a note',
    prompt: 'Rename Smoker fuel to Smoker materials, with the links to it.',
    scope: 'editor',
    check: async (outcome) => {
      outcome.require(!(await outcome.exists('Smoker fuel')), 'the note is not renamed');
      await outcome.note('Smoker materials');
      const isRenamed = (/** @type {Note} */ note) => note.body.includes('Dry it first, see [[Smoker materials]].');
      await requireNotes(outcome, SMOKER_NOTES, isRenamed, 'links to the old title');
    },
  },
  {
    name: 'compare three notes',
    prompt: 'What did two weeks cost in Walking in Portugal, Walking in Norway and Walking in Slovenia?',
    scope: 'read-only',
    check: (outcome) => requireFacts(outcome, COUNTRY_COSTS),
  },
  {
    name: 'replace a name',
    prompt: 'Harrow & Finch is called Northgate now: change it in all notes.',
    scope: 'editor',
    check: (outcome) =>
      requireNotes(
        outcome,
        COMPANY_NOTES,
        ({ body }) => !body.includes('Finch') && body.split('Northgate').length === 3,
        'has the old name',
      ),
  },
  {
    name: 'swap a tag',
    prompt: 'Give the notes tagged unsorted the tag inbox instead.',
    scope: 'organizer',
    check: (outcome) =>
      requireNotes(outcome, UNSORTED_NOTES, ({ tags }) => tags.join() === 'inbox', 'has other tags than inbox'),
  },
  {
    name: 'trash old notes',
    prompt: 'Move the notes tagged obsolete to Trash.',
    scope: 'organizer',
    check: async ({ exists, require }) => {
      for (const title of OLD_NOTES) require(!(await exists(title)), `${title}: is still there`);
    },
  },
  {
    name: 'find with typing errors',
    prompt: 'Which notes in Reciepes are tagged vegitarian?',
    scope: 'read-only',
    check: (outcome) => {
      requireFacts(outcome, VEGETARIAN_RECIPES);
      outcome.require(!/Fish stew|Roast chicken|Lamb/.test(outcome.answer), 'the answer has other recipes');
    },
  },
];
