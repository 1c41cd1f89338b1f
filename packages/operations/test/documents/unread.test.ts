import { FEATURES } from '@notes/storage';
import { expect, it } from 'vitest';
import { unreadContent } from '../../src/notes/documents/content.js';

it('a text that could not be read keeps every attachment it names', () => {
  const body =
    'resource://default/resources/res_1, ![](Resource://default/resources/res_2_x) resource://default/resources/';
  const { derived } = unreadContent({ title: '', body: `${body} ${body}` });
  expect(derived).toEqual({ links: [], tasks: [], features: FEATURES.unparsed, resources: ['res_1', 'res_2_x'] });
});
