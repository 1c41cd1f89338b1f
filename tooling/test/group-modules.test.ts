import { expect, it } from 'vitest';
import { groupModules } from '../bundle/group-modules.mjs';

type Chunk = Extract<Parameters<typeof groupModules>[0][number], { type: 'chunk' }>;
type ChunkShape = Partial<Pick<Chunk, 'imports' | 'dynamicImports' | 'isEntry' | 'facadeModuleId' | 'code'>>;

/** Makes chunks, each with one module that has its name. */
const makeChunks = (shapes: Readonly<Record<string, ChunkShape>>) =>
  Object.entries(shapes).map(([name, shape]) => ({
    ...{ type: 'chunk', name, fileName: `${name}.js`, moduleIds: [name], facadeModuleId: null, isEntry: false },
    ...{ imports: [], dynamicImports: [], code: '', ...shape },
  })) as unknown as Chunk[];

const entry = (imports: string[], dynamicImports: string[] = []): ChunkShape => ({
  ...{ isEntry: true, facadeModuleId: 'x', imports, dynamicImports },
});
const lazy = (imports: string[], dynamicImports: string[] = []): ChunkShape => ({
  ...entry(imports, dynamicImports),
  isEntry: false,
});

const chunks = makeChunks({
  main: entry(['first.js'], ['program.js']),
  program: lazy(['early.js', 'shared.js'], ['serve.js', 'mcp.js']),
  serve: lazy(['one.js', 'both.js', 'early.js'], ['rare.js']),
  mcp: lazy(['both.js']),
  rare: lazy(['late.js', 'one.js']),
  task: entry(['shared.js']),
  first: {},
  early: { code: 'long' },
  one: { imports: ['two.js'] },
  two: { code: 'long' },
  both: {},
  shared: {},
  late: {},
});

it('groupModules joins modules of one start, and keeps those apart that another start or a thread needs too', () => {
  expect(Object.fromEntries(groupModules(chunks, 'main.js'))).toEqual({
    first: 'first',
    early: 'early',
    one: 'two',
    two: 'two',
    both: 'both',
    shared: 'shared',
  });
});
