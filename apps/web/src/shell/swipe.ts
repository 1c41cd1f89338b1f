import type { Direction, Swipes } from './use-swipe.js';

/** Distance after which a touch counts as a swipe or as scrolling, in pixels. */
const SLOP_PX = 12;
/** Ratio of the horizontal to the vertical distance from which a touch is a swipe. */
const MIN_RATIO = 1.5;
/** Time within which a touch begins to move; later it selects text. */
const MAX_REST_MS = 400;
/** Part of the width, or speed in pixels per millisecond together with a distance, from which a swipe counts. */
const MIN_PART = 0.35;
const MIN_SPEED = 0.4;
const MIN_FLICK_PX = 40;
/** Time until the pane has moved, with a reserve for a busy machine. */
const MAX_TRANSITION_MS = 400;

/** Elements that use horizontal movements themselves. */
const OWN_GESTURES = 'input, select, textarea, audio, video, canvas, dialog, [role="separator"], [role="slider"]';

const narrow = matchMedia('(width < 640px)');
const calm = matchMedia('(prefers-reduced-motion: reduce)');

interface Touch {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly at: number;
  direction?: Direction;
}

/**
 * Makes the panes of a narrow window follow a finger that moves sideways, and runs the swipe when it is long or fast.
 * Returns a function that ends this.
 */
export function followSwipes(element: HTMLElement, readSwipes: () => Swipes): () => void {
  const gesture = new Gesture(element, readSwipes);
  const handlers = {
    pointerdown: gesture.begin,
    pointermove: gesture.move,
    pointerup: gesture.end,
    pointercancel: gesture.cancel,
  } as const;
  const entries = Object.entries(handlers) as [keyof typeof handlers, (event: PointerEvent) => void][];
  for (const [type, handler] of entries) element.addEventListener(type, handler);
  return () => {
    for (const [type, handler] of entries) element.removeEventListener(type, handler);
  };
}

class Gesture {
  #touch: Touch | undefined;

  constructor(
    private readonly frame: HTMLElement,
    private readonly readSwipes: () => Swipes,
  ) {}

  begin = (event: PointerEvent): void => {
    this.cancel();
    if (event.pointerType !== 'touch' || !event.isPrimary || !narrow.matches) return;
    if (this.frame.dataset.swipe !== undefined || hasOwnGesture(event.target as Element, this.frame)) return;
    this.#touch = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp };
  };

  move = (event: PointerEvent): void => {
    const touch = this.#touch;
    if (touch === undefined || event.pointerId !== touch.id) return;
    const [x, y] = [event.clientX - touch.x, event.clientY - touch.y];
    if (touch.direction === undefined) {
      if (Math.hypot(x, y) < SLOP_PX) return;
      const direction = this.#toEnd(x) > 0 ? 'back' : 'forward';
      const isSwipe = Math.abs(x) > MIN_RATIO * Math.abs(y) && event.timeStamp - touch.at < MAX_REST_MS;
      if (!isSwipe || hasSelection() || this.readSwipes()[direction] === undefined) {
        this.cancel();
        return;
      }
      touch.direction = direction;
      this.frame.setPointerCapture(touch.id);
    }
    if (this.#follows(touch)) this.#show(x, 'moves', touch);
  };

  end = (event: PointerEvent): void => {
    const touch = this.#touch;
    if (touch?.direction === undefined || event.pointerId !== touch.id) {
      this.cancel();
      return;
    }
    this.#touch = undefined;
    const x = event.clientX - touch.x;
    const distance = this.#toEnd(x) * (touch.direction === 'back' ? 1 : -1);
    const isFast = distance > MIN_FLICK_PX && distance / (event.timeStamp - touch.at) > MIN_SPEED;
    const isDone = isFast || distance > MIN_PART * this.frame.clientWidth;
    const run = isDone ? this.readSwipes()[touch.direction] : undefined;
    if (!this.#follows(touch)) {
      run?.();
      return;
    }
    this.#show(isDone ? Math.sign(x) * this.frame.clientWidth : 0, 'ends', touch);
    this.#afterTransition(() => {
      run?.();
      // The next screen is rendered before the panes are where they belong again.
      requestAnimationFrame(() => this.#reset());
    });
  };

  cancel = (): void => {
    if (this.#touch?.direction !== undefined) this.#reset();
    this.#touch = undefined;
  };

  /** Returns a horizontal distance counted towards the end of the line. */
  #toEnd = (x: number) => (getComputedStyle(this.frame).direction === 'rtl' ? -x : x);

  #follows = ({ direction }: Touch) => direction !== undefined && !calm.matches && this.readSwipes().follows(direction);

  /** Places the pane: a note leaves with the finger, and comes from beyond the edge of the window. */
  #show(x: number, phase: 'moves' | 'ends', { direction }: Touch): void {
    const width = this.frame.clientWidth;
    const sign = this.#toEnd(1);
    const bounded = sign * Math.min(width, Math.max(direction === 'back' ? 0 : -width, sign * x));
    this.frame.dataset.swipe = phase;
    this.frame.style.setProperty('--swipe', `${direction === 'back' ? bounded : sign * width + bounded}px`);
  }

  #afterTransition(run: () => void): void {
    const timer = setTimeout(finish, MAX_TRANSITION_MS);
    const { frame } = this;
    function finish(): void {
      clearTimeout(timer);
      frame.removeEventListener('transitionend', finish);
      run();
    }
    frame.addEventListener('transitionend', finish);
  }

  #reset(): void {
    delete this.frame.dataset.swipe;
    this.frame.style.removeProperty('--swipe');
  }
}

const hasSelection = () => getSelection()?.isCollapsed === false;

/** Returns true where a horizontal movement belongs to an element: one that scrolls sideways, or one with a gesture. */
function hasOwnGesture(target: Element, frame: Element): boolean {
  if (target.closest(OWN_GESTURES) !== null) return true;
  for (let element: Element | null = target; element !== null && element !== frame; element = element.parentElement) {
    if (element.scrollWidth <= element.clientWidth + 1) continue;
    if (['auto', 'scroll'].includes(getComputedStyle(element).overflowX)) return true;
  }
  return false;
}
