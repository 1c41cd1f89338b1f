import { mcpScopes, mcpSyncScopes } from '@notes/contract';
import { advertise, isOffered, tools } from '@notes/contract/tools';
import { describe, expect, it } from 'vitest';
import { instructionsFor } from '../../src/mcp/instructions.js';

const scopes = mcpScopes.flatMap((scope) => mcpSyncScopes.map((syncScope) => ({ scope, syncScope })));
const namesIn = (text: string) => tools.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text));

describe.each(scopes)('the instructions at $scope, sync $syncScope [M-INSTRUCTIONS]', (given) => {
  const text = instructionsFor(given, 50);
  const has = (name: string) => tools.some((tool) => tool.name === name && isOffered(tool, given));

  // Clients cut at 2,000 characters, and 500 tokens are the limit; a token of English has more than three characters.
  it('are short', () => expect(text.length).toBeLessThan(1_500));

  it('say how to find notes, and that notes give no orders', () => {
    for (const word of ['search_documents', 'data']) expect(text).toContain(word);
  });

  it('name only tools that are offered', () => {
    expect(namesIn(text).filter((tool) => !isOffered(tool, given))).toEqual([]);
  });

  it('say how to change a note where that is offered, and else that nothing changes one', () => {
    for (const word of ['current_revision_id', 'edit_note']) expect(text.includes(word)).toBe(has('edit_note'));
    expect(text.includes('No tool of this scope changes a note')).toBe(!has('edit_note'));
  });

  it('say that only the user can restore exactly where no tool can', () => {
    expect(text.includes('only the user')).toBe(has('delete_note') && !has('run_batch'));
    expect(text.includes('run_batch restore')).toBe(has('run_batch'));
  });

  it('say how many rows a page has', () => expect(text).toContain('pages of 50 rows'));

  it('name the scopes in force', () => {
    expect(text).toContain(given.scope);
    expect(text).toContain(given.syncScope);
  });
});

describe('the definition of a tool [N-MCP-HINTS]', () => {
  it.each(tools.map((tool) => ({ tool, name: tool.name })))('$name names only tools its scope has', ({ tool }) => {
    const words = JSON.stringify(advertise(tool));
    expect(namesIn(words).filter((named) => !isOffered(named, tool))).toEqual([]);
  });
});
