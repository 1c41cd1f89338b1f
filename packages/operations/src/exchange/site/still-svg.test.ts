import { describe, expect, it } from 'vitest';
import { isStillSvg } from './still-svg.js';

const SVG = 'http://www.w3.org/2000/svg';
const drawing = (inside: string, before = '') => Buffer.from(`${before}<svg xmlns="${SVG}">${inside}</svg>`);

describe('An SVG on a site [PUB-SAFE]', () => {
  it.each([
    ['shapes', drawing('<path d="M0 0"/><use href="#a"/><image href="data:image/png;base64,AA=="/>')],
    ['styles', drawing('<style>.a{fill:url(#b)}</style>')],
    ['a declaration', drawing('', '\ufeff<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n')],
    [
      'a document type',
      drawing('', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'),
    ],
    ['references', drawing('<text>a&#45;&#10;&#160;&#39;&#x27; &lt;&#60;b&#x1F600;</text>')],
    ['the path of its file', drawing('<g inkscape:export-filename="C:\\art\\a.png" sodipodi:docname="b\\c.svg"/>')],
    [
      'a comment beside such a path',
      drawing('<!-- Created with Inkscape (http://www.inkscape.org/) --><g inkscape:export-filename="C:\\\\art"/>'),
    ],
    ['words of code in its text', drawing('<desc>javascript: onload = url(x) @import \\a</desc><!-- <script> -->')],
    ['a link within the image', drawing('<a href="#a" xml:base="">b</a>')],
    ['an animation', drawing('<animate attributeName="x" values="0;1"/>')],
  ])('is accepted with %s', (_, bytes) => {
    expect(isStillSvg(bytes)).toBe(true);
  });

  it.each([
    ['a script', drawing('<script>1</script>')],
    ['a script in a namespace with a dot', drawing(`<a.b:script xmlns:a.b="${SVG}">1</a.b:script>`)],
    ['a script in a namespace with a non-Latin prefix', drawing(`<é:script xmlns:é="${SVG}">1</é:script>`)],
    ['another encoding', drawing('<scr\u001b(Bipt>1</scr\u001b(Bipt>', '<?xml version="1.0" encoding="ISO-2022-JP"?>')],
    ['an encoding declared in single quotes', drawing('', "<?xml version='1.0' encoding = 'Shift_JIS'?>")],
    ['characters that switch an encoding', drawing('<text>\u001b(B</text>')],
    [
      'XHTML elements',
      drawing('<h:meta xmlns:h="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=x"/>'),
    ],
    ['hidden XHTML elements', drawing('<h:meta xmlns:h="&#104;ttp://www.w3.org/1999/xhtm&#x6c;" content="0"/>')],
    ['an address hidden by a character reference', drawing('<g fill="url&#40;//example.org/)"/>')],
    [
      'a hidden link set by an animation',
      drawing('<a><animate attributeName="&#104;ref" values="&#106;avascript:1"/></a>'),
    ],
    ['a link set by a prefixed attribute', drawing('<a><animate attributeName="a.b:href" values="x"/></a>')],
    ['a hidden style sheet', drawing('<style>@\\69mport "//example.org";</style>')],
    ['a hidden address', drawing('<g fill="u\\rl(//example.org/)"/>')],
    [
      'a hidden address after text that looks like an editor attribute',
      drawing('<style>.a{x:inkscape:a="\n;fill:u\\rl(//e.org/);"}</style>'),
    ],
    ['a hidden address in an attribute', drawing(`<g style='a:"inkscape:b=";fill:u\\rl(//e.org/);c:""'/>`)],
    [
      'a hidden address after text that looks like a tag',
      drawing('<style><![CDATA[.a{a:"<g inkscape:b=";fill:u\\rl(//e.org/);c:">"}]]></style>'),
    ],
    [
      'a hidden address after a tag in a comment',
      drawing('<style><!--<g inkscape:b="-->.a{fill:u\\rl(//e.org/)}/*">*/</style>'),
    ],
    [
      'a hidden address after a processing instruction',
      drawing('<style><?x <g inkscape:b="?>.a{fill:u\\rl(//e.org/)}/*">*/</style>'),
    ],
    [
      'a hidden address after a processing instruction with a comment start',
      drawing('<style><?x <!--?>.a{fill:u\\rl(//e.org/)}/*-->*/</style>'),
    ],
    ['an event handler', drawing('<g onload="1"/>')],
    ['an event handler with a prefix', drawing('<g a:onload="1"/>')],
    ['a link to another place', drawing('<a href="https://example.org/">a</a>')],
    ['a link to code', drawing('<a xlink:href=" java&#10;script:1">a</a>')],
    ['parts of an embedded document', drawing('<use href="data:image/svg+xml,&lt;svg/&gt;#a"/>')],
    ['a base for its links', drawing('<g xml:base="//example.org/"><use href="#a"/></g>')],
    ['a link that reports its use', drawing('<a href="#a" ping="//example.org/">a</a>')],
    ['a set of images', drawing('<style>a{b:image-set("//example.org/" 1x)}</style>')],
    ['an address interrupted by a comment', drawing('<style>a{b:u<!-- -->rl(//example.org/)}</style>')],
    ['an address in a CDATA section', drawing('<style>a{b:u<![CDATA[rl(//example.org/)]]>}</style>')],
    ['an address interrupted by an element', drawing('<style>a{b:u<g>c</g>rl(//example.org/)}</style>')],
    ['a style sheet of its own', drawing('', '<?xml-stylesheet href="a.css"?>')],
    ['entities', drawing('<g fill="&a;"/>', '<!DOCTYPE svg [<!ENTITY a "url(//example.org/)">]>')],
    ['an unknown entity', drawing('<text>&nbsp;</text>')],
    ['XML 1.1', drawing('', '<?xml version="1.1"?>')],
    ['an attribute without quotes', drawing('<g fill=a/>')],
    ['an element that is not closed', Buffer.from(`<svg xmlns="${SVG}"><g>`)],
    ['elements nested deeper than 512 levels', drawing(`${'<g>'.repeat(512)}${'</g>'.repeat(512)}`)],
    ['another encoding in lower case', drawing('', '<?xml version="1.0" encoding="iso-2022-jp"?>')],
    ['text after the image', Buffer.concat([drawing(''), Buffer.from('a')])],
    ['bytes that are not UTF-8', Buffer.from([0x3c, 0x73, 0xff])],
  ])('is refused with %s', (_, bytes) => {
    expect(isStillSvg(bytes)).toBe(false);
  });
});
