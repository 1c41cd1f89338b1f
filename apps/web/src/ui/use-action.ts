import { useState } from 'preact/hooks';
import { type ApiError, asRefusal } from '../api/refusal.js';
import { noteChange } from '../app/connection.js';

export interface Action {
  readonly isRunning: boolean;
  readonly error: ApiError | undefined;
  /** Does it; a refusal is kept in `error`. Another run while one is under way does nothing. */
  readonly run: (act: () => Promise<void>) => void;
}

/** Something the page does to the library, one at a time. */
export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, 'run'>>({ isRunning: false, error: undefined });
  const perform = async (act: () => Promise<void>) => {
    setState({ isRunning: true, error: undefined });
    try {
      await act();
      setState({ isRunning: false, error: undefined });
      noteChange();
    } catch (error) {
      setState({ isRunning: false, error: asRefusal(error) });
    }
  };
  const run = (act: () => Promise<void>) => {
    if (!state.isRunning) void perform(act);
  };
  return { ...state, run };
}
