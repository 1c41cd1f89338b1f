import { mcpScopes, mcpSyncScopes } from '@notes/contract';
import { advertise, isOffered, tools } from '@notes/contract/tools';
import { describe, expect, it } from 'vitest';
import { formatInstructions } from '../../src/mcp/instructions.js';

const scopes = mcpScopes.flatMap((scope) => mcpSyncScopes.map((syncScope) => ({ scope, syncScope })));
const namesIn = (text: string) => tools.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text));

describe.each(scopes)('the MCP instructions at $scope, sync $syncScope [M-INSTRUCTIONS]', (given) => {
  const text = formatInstructions(given, 50);
  const has = (name: string) => tools.some((tool) => tool.name === name && isOffered(tool, given));

  // Clients cut at 2,000 characters, and 500 tokens are the limit; a token of English has more than three characters.
  it('are shorter than 1,500 characters', () => expect(text.length).toBeLessThan(1_500));

  it('begin with when to use the server', () => expect(text).toMatch(/^Use this server whenever the user/));

  it('explain how to find notes, and that notes contain data', () => {
    for (const word of ['search_documents', 'data']) expect(text).toContain(word);
  });

  it('name only available tools', () => {
    expect(namesIn(text).filter((tool) => !isOffered(tool, given))).toEqual([]);
  });

  it('explain how to change a note where that is possible, and otherwise that it is not', () => {
    for (const word of ['current_revision_id', 'edit_note']) expect(text.includes(word)).toBe(has('edit_note'));
    expect(text.includes('No tool of this scope changes notes')).toBe(!has('edit_note'));
  });

  it('say that only the user can restore exactly when no tool can', () => {
    expect(text.includes('Only the user can restore')).toBe(has('delete_note') && !has('run_batch'));
    expect(text.includes('run_batch restore')).toBe(has('run_batch'));
  });

  it('state the page size', () => expect(text).toContain('pages of 50 rows'));

  it('name the active scopes', () => {
    expect(text).toContain(given.scope);
    expect(text).toContain(given.syncScope);
  });
});

describe('the definition of a tool [N-MCP-HINTS]', () => {
  it.each(tools.map((tool) => ({ tool, name: tool.name })))('of $name names only tools of its scope', ({ tool }) => {
    const words = JSON.stringify(advertise(tool));
    expect(namesIn(words).filter((named) => !isOffered(named, tool))).toEqual([]);
  });
});
