import { expectWithin } from '@notes/tooling/expect-time';
import { it } from 'vitest';
import { names } from '../src/finder/finder.fixture.js';
import { TargetIndex } from '../src/finder/target-index.js';

const NOTES = 60_000;
const LIMIT = 20;
/** Usual time: about 15 ms. */
const MAX_MS = 200;

it('the switcher finds targets among 60,000 titles within the time of a keystroke [WEB-SWITCHER]', () => {
  const index = new TargetIndex();
  const titles = Object.entries(names).flatMap(([container, all]) => all.map((name) => ({ container, name })));
  for (let at = 0; at < NOTES; at += 1) {
    const { container, name } = titles[at % titles.length] as (typeof titles)[number];
    index.add({ kind: 'note', id: String(at), name: `${name} ${at}`, container, tags: [], updatedAt: at });
  }
  for (const text of ['r', 'rust owner', 'ktsn', 'plugins mobile', 'e'])
    expectWithin(MAX_MS, () => index.find(text, [], LIMIT), text);
});
