import { isAttribute, isTag, renderNote } from '@notes/markdown-view';

const [first] = renderNote('Green *tea*, from [[Uji]] and [elsewhere](javascript:alert).\n');
console.log(first.line, first.json);
console.log(isTag('script'), isAttribute('onclick', ''), isAttribute('href', 'https://example.org/'));
