import { type Tool, tools } from '@notes/contract/tools';
import type { Plugin } from 'vite';
import { dataPlugin } from './data-plugin.js';

/** A tool for AI assistants and the scopes it needs, without its schemas. */
export type ToolNeeds = Pick<Tool, 'name' | 'title' | 'scope' | 'syncScope'>;

/** All tools, including those that the service's settings disable. */
export const toolsPlugin = (): Plugin => dataPlugin('tools', () => tools.map(needs));

const needs = ({ name, title, scope, syncScope }: Tool): ToolNeeds => ({ name, title, scope, syncScope });
