import type { Extension } from '@codemirror/state';
import { drawSelection } from '@codemirror/view';
import { Vim, vim } from '@replit/codemirror-vim';
import { runCommand } from '../../commands/registry.js';

Vim.defineEx('write', 'w', () => void runCommand('save', null));

/** The status line shows the mode; the block cursor needs drawn selections. */
export const vimExtension: Extension = [vim({ status: true }), drawSelection()];
