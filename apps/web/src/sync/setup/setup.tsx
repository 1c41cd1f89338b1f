import { useState } from 'preact/hooks';
import { Section } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { Begin } from './begin.js';
import { Join } from './join.js';
import { text } from './texts.js';

interface SetupProps {
  readonly onDone: () => void;
}

const ways = [
  ['begin', text.beginGroup],
  ['join', text.joinGroup],
] as const;

/** Sets sync up: begins a group of devices, or joins one. */
export function Setup({ onDone }: SetupProps) {
  const [way, setWay] = useState<(typeof ways)[number][0]>('begin');
  return (
    <Section title={text.setUp}>
      <Tabs label={text.chooseWay} tabs={ways} current={way} onChoose={setWay}>
        {way === 'begin' ? <Begin onDone={onDone} /> : <Join onDone={onDone} />}
      </Tabs>
    </Section>
  );
}
