import type { ComponentChildren } from 'preact';
import { online } from '../app/connection.js';
import { text } from './texts.js';

interface ServiceButtonProps {
  readonly type?: 'button' | 'submit';
  readonly look?: 'primary' | 'danger';
  /** For a reason of its own. */
  readonly disabled?: boolean;
  /** Where its words do not say it all. */
  readonly label?: string;
  readonly onClick?: () => void;
  readonly children: ComponentChildren;
}

/** A button for what the service does; it says why it is disabled while the service is away. */
export const ServiceButton = ({ type = 'button', look, disabled, label, onClick, children }: ServiceButtonProps) => (
  <button
    type={type}
    class={look === undefined ? 'button' : `button ${look}`}
    disabled={disabled === true || !online.value}
    aria-label={label}
    title={online.value ? undefined : text.away}
    onClick={onClick}
  >
    {children}
  </button>
);
