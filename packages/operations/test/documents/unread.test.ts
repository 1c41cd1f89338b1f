import { FEATURES } from '@notes/storage';
import { expect, it } from 'vitest';
import { buildUnreadContent } from '../../src/notes/documents/content.js';

it('unreadContent keeps every attachment that the text names', () => {
  const body =
    'resource://default/resources/res_1, ![](Resource://default/resources/res_2_x) resource://default/resources/';
  const { derived } = buildUnreadContent({ title: '', body: `${body} ${body}` });
  expect(derived).toEqual({ links: [], tasks: [], features: FEATURES.unparsed, resources: ['res_1', 'res_2_x'] });
});
