import type { ComponentChildren } from 'preact';
import { online } from '../kernel/connection.js';
import { text } from './texts.js';

interface ServiceButtonProps {
  readonly type?: 'button' | 'submit';
  readonly variant?: 'primary' | 'danger';
  /** True when disabled for a reason other than the connection. */
  readonly disabled?: boolean;
  /** Accessible label, when the visible text is not enough. */
  readonly label?: string;
  readonly onClick?: () => void;
  readonly children: ComponentChildren;
}

/** A button that needs the service; it is disabled, with the reason, while the service is unreachable. */
export const ServiceButton = ({ type = 'button', variant, disabled, label, onClick, children }: ServiceButtonProps) => (
  <button
    type={type}
    class={variant === undefined ? 'button' : `button ${variant}`}
    disabled={disabled === true || !online.value}
    aria-label={label}
    title={online.value ? undefined : text.notAvailable}
    onClick={onClick}
  >
    {children}
  </button>
);
