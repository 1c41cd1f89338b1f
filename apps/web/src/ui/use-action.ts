import { useState } from 'preact/hooks';
import { type ApiError, asRefusal, inWords } from '../api/refusal.js';
import { noteChange } from '../app/connection.js';
import { notify } from './notices.js';

export interface Action {
  readonly isRunning: boolean;
  readonly error: ApiError | undefined;
  /** Does it; a refusal is kept in `error`. Another run while one is under way does nothing. */
  readonly run: (act: () => Promise<unknown>) => void;
}

/** Does something to the library; answers the refusal, if it came to one. */
async function perform(act: () => Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await act();
    noteChange();
    return undefined;
  } catch (error) {
    return asRefusal(error);
  }
}

/** Something the page does to the library, one at a time. */
export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, 'run'>>({ isRunning: false, error: undefined });
  const run = async (act: () => Promise<unknown>) => {
    if (state.isRunning) return;
    setState({ isRunning: true, error: undefined });
    let error: ApiError | undefined;
    try {
      error = await perform(act);
    } finally {
      setState({ isRunning: false, error });
    }
  };
  return { ...state, run };
}

/** Does what a button says, and answers whether it was done; a refusal is told in a notice, which `say` words. */
export async function attempt(
  act: () => Promise<unknown>,
  say: (error: ApiError) => string = inWords,
): Promise<boolean> {
  const error = await perform(act);
  if (error !== undefined) notify(say(error));
  return error === undefined;
}
