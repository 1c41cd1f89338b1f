import { useState } from 'preact/hooks';
import { type ApiError, asApiError, formatError } from '../api/api-error.js';
import { refreshStatus } from '../kernel/connection.js';
import { notify } from './notices.js';

export interface Action {
  readonly isRunning: boolean;
  readonly error: ApiError | undefined;
  /** Runs an action; an error is kept in `error`. A second run during the first does nothing. */
  readonly run: (act: () => Promise<unknown>) => void;
}

/** Runs an action on the library; returns the error, if any. */
async function perform(act: () => Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await act();
    refreshStatus();
    return undefined;
  } catch (error) {
    return asApiError(error);
  }
}

/** Runs actions on the library, one at a time. */
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

/** Runs an action and returns true when it succeeded; an error is shown in a notice, formatted by `format`. */
export async function attempt(
  act: () => Promise<unknown>,
  format: (error: ApiError) => string = formatError,
): Promise<boolean> {
  const error = await perform(act);
  if (error !== undefined) notify(format(error));
  return error === undefined;
}
