import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../src/index.js';

const slice = (body: string, start: number, end: number) => Buffer.from(body).subarray(start, end).toString();

describe('links', () => {
  test('have their position in the note, in lines, code points and bytes', () => {
    const body = '\ufeffé 😀 [[A#b|c]]\r\n> ![d\r\n> e](<f g> "h") [i]\r\n\r\n[i]: /j#k\r\n';
    const { links } = parseMarkdown(body);
    expect(links).toMatchObject([
      { kind: 'wikilink', target: 'A', anchor: 'b', text: 'c', line: 1, column: 6, startByte: 11 },
      { kind: 'image', target: 'f g', anchor: null, text: 'd e', line: 2, column: 3 },
      { kind: 'link', target: '/j', anchor: 'k', text: 'i', line: 3, column: 17 },
    ]);
    expect(links.map(({ startByte, endByte }) => slice(body, startByte, endByte))).toEqual([
      '[[A#b|c]]',
      '![d\r\n> e](<f g> "h")',
      '[i]',
    ]);
    expect(links.map(({ targetStartByte, targetEndByte }) => slice(body, targetStartByte, targetEndByte))).toEqual([
      'A#b',
      'f g',
      '/j#k',
    ]);
  });

  test('in front matter are only wikilinks and embeds', () => {
    const body = '\ufeff---\r\nup: "[[É#b|c]]" # https://x.org `[[D]]`\r\nin: [[[E]], [f](g)]\r\n---\r\n![[H]]\r\n';
    const { links, features } = parseMarkdown(body);
    expect(links).toMatchObject([
      { kind: 'wikilink', target: 'É', anchor: 'b', text: 'c', line: 2, column: 6, startByte: 13 },
      { kind: 'wikilink', target: 'D', line: 2, column: 34 },
      { kind: 'wikilink', target: 'E', line: 3, column: 6 },
      { kind: 'embed', target: 'H', line: 5, column: 1 },
    ]);
    expect(slice(body, links[0]!.startByte, links[0]!.endByte)).toBe('[[É#b|c]]');
    expect(slice(body, links[0]!.targetStartByte, links[0]!.targetEndByte)).toBe('É#b');
    expect([...features]).toEqual(['link']);
    expect(parseMarkdown('---\na: "![[b]]"\n---\n').links).toMatchObject([
      { kind: 'embed', target: 'b', startByte: 8 },
    ]);
  });

  test.each([
    ['behind definitions', '> [a]: b\n> c\n> [d](e)\n'],
    ['in tables behind paragraphs', '> a\n> | [d](e) |\n> |---|\n'],
  ])('in quotes %s have their position', (_, body) => {
    const [link] = parseMarkdown(body).links;
    expect(slice(body, link!.startByte, link!.endByte)).toBe('[d](e)');
  });

  test('in cells end before the backslash of a pipe', () => {
    const body = '| a |\n|---|\n| x\\|[[b\\|c]] |\n';
    const [link] = parseMarkdown(body).links;
    expect(slice(body, link!.startByte, link!.endByte)).toBe('[[b\\|c]]');
    expect(slice(body, link!.targetStartByte, link!.targetEndByte)).toBe('b');
  });
});

describe('headings', () => {
  test.each([
    ['Q &amp; A', 'Q & A', 'q--a'],
    ['\\*a\\* \\&amp; `&amp;` &#42;', '*a* &amp; &amp; *', 'a-amp-amp-'],
    ['[[R&amp;D]] [[2]](https://x.org)', 'R&D [2]', 'rd-2'],
    ['[a](b "c\\"d") [e](f (g) [[h]] [[i|j]]', 'a [e](f (g) h j', 'a-ef-g-h-j'],
  ])('%j has the text %j', (source, text, slug) => {
    expect(parseMarkdown(`# ${source}\n`).headings).toMatchObject([{ text, slug }]);
  });
});

describe('tasks', () => {
  test('have text, position, box and block', () => {
    const body = 'é\n\n1. [x] *a*\n   b ^m\n\n   c\n';
    const { tasks } = parseMarkdown(body);
    expect(tasks).toEqual([
      { text: '*a* b', done: true, line: 3, blockId: '^m', marker: 'm', due: null, startByte: 4, boxByte: 8 },
    ]);
  });

  test('have the ids of their blocks after an item that has the same text but is no task', () => {
    const body = '- a\n- > b\n\n  [ ] same\n- [ ] same\n-   [x]  same\n- [ ]\u00a0same\n';
    const note = parseMarkdown(body);
    const blocks = note.blocks.filter(({ kind }) => kind === 'list_item').map(({ id }) => id);
    expect(note.tasks.map(({ blockId }) => blockId)).toEqual(blocks.slice(2));
    expect(blocks[2]).toBe(`${blocks[1]}-2`);
  });

  test('need no hashes of other list items', () => {
    const hashed: string[] = [];
    const sha256 = (text: string) => {
      hashed.push(text);
      return 'f'.repeat(64);
    };
    const { tasks } = parseMarkdown('- a\n- [ ] b\n- [c](d)\n\ne\n', { sha256 });
    expect(tasks).toHaveLength(1);
    expect(hashed).toEqual(['list_item\n[ ] b', 'list_item\n[c](d)']);
  });

  test.each([
    ['a 📅 2026-02-28', '2026-02-28'],
    ['a 📅2026-02-28 b', '2026-02-28'],
    ['due:2026-02-28', '2026-02-28'],
    ['a (due: 2026-02-28)', '2026-02-28'],
    ['due:2026-02-30', null],
    ['due:2026-02-30 📅 2026-03-01', '2026-03-01'],
    ['overdue:2026-02-28', null],
    ['due:2026-02-281', null],
    ['2026-02-28', null],
  ])('%j is due %s', (text, due) => expect(parseMarkdown(`- [ ] ${text}\n`).tasks[0]!.due).toBe(due));
});

describe('features', () => {
  test.each([
    ['[[a]]', 'link'],
    ['![[a]]', 'link'],
    ['<http://a>', 'link'],
    ['![a](b)', 'image'],
    ['![a](http://b)', 'image', 'remote-media'],
    ['![a](//b)', 'image', 'remote-media'],
    ['- [ ] a', 'task', 'open-task'],
    ['- [x] a', 'task'],
    ['    a', 'code'],
    ['~~~', 'code'],
    ['```note-template\n```', 'code', 'template'],
    ['> ~~~ note-query x', 'code', 'query'],
    ['<img src="https://a">', 'remote-media'],
    ['a <IMG alt="b>" src=//c>', 'remote-media'],
    ['`a`'],
    ['<img src="a">'],
    ['`a <img src="https://a">`'],
    ['\\\\<img src="https://a">', 'remote-media'],
    ['\\<img src="https://a">', 'link'],
    ['<!-- <img src="https://a"> -->'],
    ['<img data-src="https://a">'],
    ['<img alt=" src=//a">'],
    ['<img src="a" src="https://b">'],
    ['<img src="https&#58;//a">', 'remote-media'],
    ['![a](data:image/png;base64,AA)', 'image'],
    ['[a](http://b)', 'link'],
    ['# a\n\n> b\n\n[c]: http://d'],
  ])('of %j', (body, ...expected) => expect([...parseMarkdown(body).features].sort()).toEqual([...expected].sort()));
});

test('htmlResources lists the attachments of tags once each, outside code and comments', () => {
  const uri = (id: string) => `resource://default/resources/${id}`;
  const body = [
    `é <img src="${uri('res_1')}"> <IMG alt=x SRC=${uri('res_2')}#page> <img src=" resource&#58;//default/resources/res_3 ">`,
    `<div>\n<img src='${uri('res_1')}'>\n<a title="b" href='${uri('res_a')}'>c</a></div>`,
    `<Video controls src=${uri('res_b')}></video> <audio><source src="${uri('res_c')}"></audio> <a src="${uri('res_d')}">`,
    `\`<img src="${uri('res_4')}">\` <!-- <img src="${uri('res_5')}"> --> ![](${uri('res_6')})`,
    `<img src="${uri('res_7')}/x"> <img src="https://a/${uri('res_8')}"> <img data-src="${uri('res_9')}">`,
  ].join('\n\n');
  expect(parseMarkdown(body).htmlResources).toEqual(['res_1', 'res_2', 'res_3', 'res_a', 'res_b', 'res_c']);
});

describe('remote media', () => {
  const listRemoteMedia = (body: string) =>
    parseMarkdown(body).remoteMedia.map(({ kind, url, targetStart, targetEnd }) => [
      kind,
      url,
      body.slice(targetStart, targetEnd),
    ]);

  test.each([
    ['![a](http://b/c.png "t")', 'image', 'http://b/c.png', 'http://b/c.png'],
    ['![a](<https://b/c d.png>)', 'image', 'https://b/c d.png', 'https://b/c d.png'],
    ['![a](//b/c\\_d.png?e&amp;f)', 'image', '//b/c_d.png?e&f', '//b/c\\_d.png?e&amp;f'],
    ['![a][r]\n\n[R]: <https://b/c.png> (t)', 'image', 'https://b/c.png', 'https://b/c.png'],
    ['[![a](https://b)](https://c)', 'image', 'https://b', 'https://b'],
    ['| a |\n|---|\n| ![x](https://b/\\|c) |', 'image', 'https://b/|c', 'https://b/\\|c'],
    ["<img alt='x' src='https://b?a&amp;c' width=3>", 'html', 'https://b?a&c', 'https://b?a&amp;c'],
    ['é <IMG\nSRC = https://b/c.png/>', 'html', 'https://b/c.png/', 'https://b/c.png/'],
    ['> <img\n> src="https://b">', 'html', 'https://b', 'https://b'],
    ['<img src=" https://b ">', 'html', 'https://b', ' https://b '],
  ])('of %j', (body, ...expected) => expect(listRemoteMedia(body)).toEqual([expected]));

  test('are in order of start, with their positions, one for each image', () => {
    const body = 'é <img src="//b">\n![a][r] ![r]\n\n[r]: http://c\n';
    const places = parseMarkdown(body).remoteMedia.map(({ kind, line, column, startByte, endByte }) => [
      kind,
      line,
      column,
      Buffer.from(body).subarray(startByte, endByte).toString(),
    ]);
    expect(places).toEqual([
      ['html', 1, 3, '<img src="//b">'],
      ['image', 2, 1, '![a][r]'],
      ['image', 2, 9, '![r]'],
    ]);
  });

  test('are not found in code, comments and links, or for local addresses', () => {
    expect(
      listRemoteMedia('`![a](http://b)`\n\n    <img src=//b>\n\n<!-- <img src="//b"> -->\n[a](http://b) ![c](d.png)'),
    ).toEqual([]);
  });
});

describe('labelled blocks', () => {
  test('are found with their position and content', () => {
    const body = 'é\r\n~~~~ note-query\r\nquery: a\r\n~~~\r\n~~~~ \r\n```note-template\nb';
    const { queries, template, templates } = parseMarkdown(body);
    expect(queries).toEqual([
      { line: 2, startByte: 4, endByte: 43, start: 3, end: 42, content: 'query: a\r\n~~~\r\n' },
    ]);
    expect(template).toEqual({ line: 6, startByte: 43, endByte: 61, start: 42, end: 60, content: 'b' });
    expect(templates).toBe(1);
  });

  test('end with the note if no later fence is as long as the first', () => {
    expect(parseMarkdown('````note-query\na\n```').queries[0]!.content).toBe('a\n```');
  });

  test('in quotes and items contain only the lines of the block', () => {
    const { queries } = parseMarkdown('> - ```note-query\n>   query: a\n>   ```\n');
    expect(queries.map(({ content }) => content)).toEqual(['query: a\n']);
  });

  test.each(['```note-queries\n```', '`note-query`', '    ```note-query\n    ```', '```\nnote-query\n```'])(
    'are not found in %j',
    (body) => expect(parseMarkdown(body).queries).toEqual([]),
  );
});
