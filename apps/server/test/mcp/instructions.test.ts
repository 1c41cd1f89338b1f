import { mcpScopes, mcpSyncScopes } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { instructionsFor } from '../../src/mcp/instructions.js';

const scopes = mcpScopes.flatMap((scope) => mcpSyncScopes.map((syncScope) => ({ scope, syncScope })));

describe.each(scopes)('the instructions at $scope, sync $syncScope [M-INSTRUCTIONS]', (given) => {
  const text = instructionsFor(given, 50);

  // Clients cut at 2,000 characters; English has more than three to a token, and 500 tokens are the most.
  it('are short', () => expect(text.length).toBeLessThan(1_500));

  it('say how to find, to read and to change notes, and that notes give no orders', () => {
    for (const word of ['search_documents', 'current_revision_id', 'edit_note', 'data']) expect(text).toContain(word);
  });

  it('say how many rows a page has', () => expect(text).toContain('pages of 50 rows'));

  it('name the scopes in force', () => {
    expect(text).toContain(given.scope);
    expect(text).toContain(given.syncScope);
  });
});
