import type { z } from 'zod';

/** Effects of a call, reported to clients as hints. */
export interface Hints {
  /** `destructive`: tools of the same scope cannot undo the call. */
  readonly effect: 'read' | 'additive' | 'destructive';
  /** True when repeating a call changes nothing more. */
  readonly idempotent?: true;
  /** True when the tool may use the network. */
  readonly usesNetwork?: true;
}

/** Definition of a tool for agents. Its scopes and arguments are on the row of its operation. */
export interface ToolDefinition<Result extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  /** Static text of at most 300 characters, with information that the schema cannot express. */
  readonly description: string;
  readonly hints: Hints;
  /**
   * Field of the result that a response carries as it is, after a header with the other fields. Such a tool has neither
   * an output schema nor structured content, so that a text is sent once and reaches the model in every client.
   */
  readonly textField?: 'body' | 'text';
  /** True for responses with texts of notes or attachments in their rows, which are marked as data. */
  readonly holdsNoteText?: true;
  /** True when responses may be as long as a note. */
  readonly hasLongText?: true;
  /** A shallow object: the types of its fields, and which fields are always present. */
  readonly result: Result;
}

/** Declares a tool. */
export const tool = <Result extends z.ZodObject>(definition: ToolDefinition<Result>): ToolDefinition<Result> =>
  definition;

export const READ: Hints = { effect: 'read' };
