import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { type AdvertisedTool, advertise, isOffered, type ToolScopes, tools } from '../src/tools/index.js';

const list = (scopes: ToolScopes) => tools.filter((tool) => isOffered(tool, scopes)).map(advertise);
const everything = list({ scope: 'organizer', syncScope: 'control' });

/** What clients put before a model. */
const shown = ({ name, description, inputSchema }: AdvertisedTool) => ({ name, description, inputSchema });
const tokensOf = (value: unknown) => countTokens(JSON.stringify(value));

/** Every schema in a schema, itself included; what stands for values, such as defaults, holds no objects with `type`. */
function schemasIn(schema: object): object[] {
  return [schema, ...Object.values(schema).filter((part) => typeof part === 'object').flatMap(schemasIn)];
}

describe('[M-TOKENS]', () => {
  it.each([
    { scopes: { scope: 'read-only', syncScope: 'disabled' }, model: 2_600, wire: 5_000 },
    { scopes: { scope: 'organizer', syncScope: 'control' }, model: 4_800, wire: 9_000 },
  ] as const)('the tools of $scopes.scope, sync $scopes.syncScope, cost a model at most $model tokens', (row) => {
    const offered = list(row.scopes);
    expect(tokensOf(offered.map(shown))).toBeLessThanOrEqual(row.model);
    expect(tokensOf({ tools: offered })).toBeLessThanOrEqual(row.wire);
  });

  it.each(everything)('$name costs at most 250 tokens and says at most 300 characters', (tool) => {
    expect(tokensOf(shown(tool))).toBeLessThanOrEqual(250);
    expect(tool.description.length).toBeLessThanOrEqual(300);
  });
});
