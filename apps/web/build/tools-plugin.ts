import { type Tool, tools } from '@notes/contract/tools';
import type { Plugin } from 'vite';

const NAME = 'virtual:notes-tools';
const RESOLVED = `\0${NAME}`;

/** A tool of AI clients and the scopes it needs, without its schemas. */
export type ToolNeeds = Pick<Tool, 'name' | 'title' | 'scope' | 'syncScope'>;

/** Every tool there is, also those the settings of the service do not offer. */
export function toolsPlugin(): Plugin {
  return {
    name: 'notes-tools',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export default ${JSON.stringify(tools.map(needs))}` : undefined),
  };
}

const needs = ({ name, title, scope, syncScope }: Tool): ToolNeeds => ({ name, title, scope, syncScope });
