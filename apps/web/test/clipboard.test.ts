import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convertHtml as convertHtmlOn } from '../src/paste/convert-html.js';

const folder = new URL('./clipboard/', import.meta.url);
const names = readdirSync(folder).flatMap((name) => (name.endsWith('.clip') ? name.slice(0, -5) : []));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const convertHtml = (html: string) => convertHtmlOn(html, 'http://127.0.0.1:7313');

describe('convertHtml', () => {
  it.each(names)('converts the clipboard %s to the Markdown a person would write', (name) => {
    expect(`${convertHtml(read(`${name}.clip`))?.markdown}\n`).toBe(read(`${name}.md`));
  });

  it('returns undefined when the plain text says the same', () => {
    expect(convertHtml('<p>Only words</p><p>and <span style="color:red">colour</span></p>')).toBeUndefined();
    const editor = '<div style="font-family: Consolas, monospace; white-space: pre"><div><b>a</b> *b*</div></div>';
    expect(convertHtml(editor)).toBeUndefined();
  });

  it('takes pictures out and leaves addresses of the web', () => {
    const html =
      '<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="dot"> <img src="file:///C:/a.png"> <img src="https://example.org/b.png" alt="b"></p>';
    expect(convertHtml(html)).toEqual({
      markdown: '![dot](pasted:0) ![](pasted:1) ![b](https://example.org/b.png)',
      images: ['data:image/gif;base64,R0lGODlhAQABAAAAACw=', undefined],
    });
  });

  it('makes links to notes and attachments of addresses of this page only', () => {
    const page = 'http://127.0.0.1:7313';
    const html =
      `<a href="${page}/#/n/doc_01a">Plan</a> <a href="${page}/#/n/doc_01a?at=Next%20week">next</a> ` +
      `<a href="${page}/api/v1/resources/res_01b/content">file</a> <img alt="map" src="${page}/api/v1/resources/res_01c/content"> ` +
      `<a href="${page}/#/tasks">tasks</a> <a href="${page}/#/new?title=None">none</a> <a data-kind="stable" href="${page}/#">stable</a> <a href="http://127.0.0.1:80/#/n/doc_01a">other</a>`;
    expect(convertHtml(html)?.markdown).toBe(
      '[Plan](document://default/documents/doc_01a) [next](document://default/documents/doc_01a#Next%20week) ' +
        '[file](resource://default/resources/res_01b) ![map](resource://default/resources/res_01c) ' +
        `[tasks](${page}/#/tasks) none stable [other](http://127.0.0.1:80/#/n/doc_01a)`,
    );
  });

  it('keeps the caption of a table, and cells in their columns below cells over several rows', () => {
    const html = '<table><caption>Trains</caption><tr><th>To</th><th>At</th></tr>';
    const rows = '<tr><td rowspan="2">Bern</td><td>8:00</td></tr><tr><td>9:00</td></tr></table>';
    expect(convertHtml(html + rows)?.markdown).toBe(
      'Trains\n\n| To | At |\n| --- | --- |\n| Bern | 8:00 |\n|  | 9:00 |',
    );
  });

  it('never makes an address that runs a script, and throws for too deep nesting', () => {
    expect(convertHtml('<a href="javascript:alert(1)">x</a>')?.markdown).toBe('x');
    expect(() => convertHtml('<div>'.repeat(1_000))).toThrow();
  });
});
