import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { ifAnswered } from '../../api/api-error.js';
import { formatKeys } from '../../commands/keycaps.js';
import { commands } from '../../commands/registry.js';
import { getCodeKind } from '../lines/line-prefix.js';
import { listTemplateItems, type SlashItem, slashItems } from './slash-items.js';

/** Offers blocks and other things to insert after a slash at the beginning of a line or word. */
export async function slashSource(context: CompletionContext): Promise<CompletionResult | null> {
  const slash = context.matchBefore(/(?:^|\s)\/[\p{L}\p{N}]*$/u);
  if (slash === null || getCodeKind(context.state, context.pos) !== undefined) return null;
  const from = slash.from + slash.text.indexOf('/') + 1;
  const controller = new AbortController();
  context.addEventListener('abort', () => controller.abort(), { onDocChange: true });
  const templates = (await ifAnswered(listTemplateItems(controller.signal), controller.signal)) ?? [];
  return { from, options: [...slashItems, ...templates].map(toCompletion), validFor: /^[\p{L}\p{N}]*$/u };
}

function toCompletion({ label, command, run }: SlashItem, index: number): Completion {
  const keys = commands.peek().find(({ id }) => id === command)?.keys[0];
  return {
    label,
    // Without a query the order is that of the menu.
    sortText: String(index).padStart(4, '0'),
    // A screen for fingers has no keys to press.
    ...(keys !== undefined && !matchMedia('(pointer: coarse)').matches && { detail: formatKeys(keys) }),
    apply: (view: EditorView, _completion: Completion, from: number, to: number) => {
      view.dispatch({ changes: { from: from - 1, to }, userEvent: 'delete' });
      run(view);
    },
  };
}
