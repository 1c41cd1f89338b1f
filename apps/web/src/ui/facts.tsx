import type { ComponentChildren } from 'preact';
import './facts.css';

export type Fact = readonly [name: string, value: ComponentChildren];

interface FactsProps {
  readonly facts: readonly Fact[];
}

/** Names and values in two columns. */
export const Facts = ({ facts }: FactsProps) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
