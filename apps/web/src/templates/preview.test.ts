import { expect, test } from 'vitest';
import { buildPreview } from './preview.js';

const TEXT = '# {{title}} with {{who}}\n{{date}}';

test('buildPreview marks placeholders without a value by name', () => {
  expect(buildPreview(TEXT, ['who'], {}, 'Monday')).toEqual([
    { text: '# Monday with ', isOpen: false },
    { text: 'who', isOpen: true },
    { text: '\n', isOpen: false },
    { text: 'date', isOpen: true },
  ]);
});

test('buildPreview does not expand placeholders within values', () => {
  const parts = buildPreview(TEXT, ['who'], { who: '{{date}}' }, 'Monday');
  expect(parts[0]).toEqual({ text: '# Monday with {{date}}\n', isOpen: false });
});
