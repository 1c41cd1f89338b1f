import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Tree } from '@lezer/common';

/** Time limit for parsing up to an offset, in milliseconds. A command that runs out of it decides by what is parsed. */
const PARSE_MS = 50;

/**
 * Returns the tree, parsed up to an offset. On a slow machine or after a jump the tree of the state may end before it,
 * and a command would take code or a table for plain text.
 */
export const getTreeTo = (state: EditorState, at: number): Tree =>
  ensureSyntaxTree(state, at, PARSE_MS) ?? syntaxTree(state);

/** Returns the same text in a state whose tree is parsed up to an offset, as far as {@link getTreeTo} parses it. */
export const parseStateTo = (state: EditorState, at: number): EditorState =>
  getTreeTo(state, at) === syntaxTree(state) ? state : state.update({}).state;
