import { operation, operations } from '@notes/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { presentations } from '../src/commands/index.js';
import { buildProgram, type Request } from '../src/program.js';

const row = operation({
  summary: 'Water the plants.',
  input: z.strictObject({
    plant_id: z.string(),
    litres: z.int().default(1).describe('How much.'),
    with_love: z.boolean().default(false),
    songs: z.array(z.string()).default([]),
    mood: z.enum(['calm', 'merry']).optional(),
  }),
  output: z.object({ wet: z.boolean() }),
  errors: [],
  http: null,
  mcp: null,
  cli: { command: 'garden water', positional: ['plant_id'], examples: ['notes garden water fern'] },
});

function program(requests: Request[]) {
  return buildProgram({
    rows: { waterPlants: row },
    presentations: {},
    execute: async (request) => void requests.push(request),
    writeOut: () => {},
    writeErr: () => {},
  });
}

test('a row with a cli form is a command without further code', async () => {
  const requests: Request[] = [];
  const line = 'garden water fern --litres 3 --with-love --songs a --songs b --mood merry --json';
  await program(requests).parseAsync(line.split(' '), { from: 'user' });
  expect(requests).toMatchObject([
    {
      operation: 'waterPlants',
      values: { plant_id: 'fern', litres: 3, with_love: true, songs: ['a', 'b'], mood: 'merry' },
      globals: { json: true },
    },
  ]);
});

test('omitted flags get the defaults of the row', async () => {
  const requests: Request[] = [];
  await program(requests).parseAsync(['garden', 'water', 'fern'], { from: 'user' });
  expect(requests[0]?.values).toEqual({ plant_id: 'fern' });
});

test('every presentation belongs to a row with a cli form', () => {
  for (const name of Object.keys(presentations))
    expect(operations[name as keyof typeof operations].cli, name).not.toBeNull();
});
