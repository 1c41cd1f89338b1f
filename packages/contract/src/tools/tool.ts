import type { z } from 'zod';

/** What a call may do, told to clients as hints. */
export interface Hints {
  /** destructive: tools of the same scope cannot undo it. */
  readonly effect: 'read' | 'additive' | 'destructive';
  /** The same call again changes nothing more. */
  readonly idempotent?: true;
  /** May use the network. */
  readonly open?: true;
}

/** What an agent is told of a tool. Its scopes are on the row of its operation. */
export interface ToolDefinition<Arguments extends z.ZodObject = z.ZodObject, Result extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  /** Static, at most 300 characters; says what the schema cannot. */
  readonly description: string;
  readonly hints: Hints;
  /** Answers may be as long as a note. */
  readonly longText?: true;
  /** A strict object; what it advertises is what is enforced. */
  readonly arguments: Arguments;
  /** A shallow object: the types of its fields, and which are always there. */
  readonly result: Result;
}

/** Declares a tool. */
export const tool = <Arguments extends z.ZodObject, Result extends z.ZodObject>(
  definition: ToolDefinition<Arguments, Result>,
): ToolDefinition<Arguments, Result> => definition;

export const READ: Hints = { effect: 'read' };
