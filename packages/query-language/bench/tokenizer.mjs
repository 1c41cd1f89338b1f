// Measures the throughput of the tokenizer in MB of UTF-8 per second, and the parse time of hostile strings. Run after
// `tsc -b`.
import { indexText, LIMITS, parseQuery, tokenIterator } from '../dist/index.js';

const TEXTS = {
  ascii: 'The quick brown fox (see https://example.org/a?b=1) jumps over 12 lazy dogs, _twice_.\n',
  'ascii with dashes': `${'Plain English prose with the odd curly quote and a list of things to do. '.repeat(4)}— don’t\n`,
  french: "L'été dernier, nous avons mangé des crêpes à la crème brûlée près de l'hôtel où Zoé est née.\n",
  german: 'Die größte Übung: fünf süße Bären hören über dem Fluss schöne Töne und gehen nach Hause.\n',
  russian: 'Съешь же ещё этих мягких французских булок да выпей чаю; тридцать три корабля лавировали.\n',
  chinese: '他们在北京大学学习计算机科学，今天天气很好，我们去公园散步。\n',
  japanese: '東京タワーは、東京都港区にある総合電波塔です。がぎぐげご ﾊﾝｶｸ\n',
  thai: 'สวัสดีครับ ผมชื่อสมชาย วันนี้อากาศดีมาก น้ำเย็น\n',
  emoji: 'Done 🎉👩‍💻 next ❤️ step 👍🏽 →→ ✓ 100 €\n',
};

const BYTES = 4_000_000;

function rate(text, run) {
  const bytes = Buffer.byteLength(text);
  run(text);
  const started = performance.now();
  let rounds = 0;
  do {
    run(text);
    rounds++;
  } while (performance.now() - started < 400);
  return ((bytes * rounds) / (performance.now() - started) / 1000).toFixed(0).padStart(8);
}

console.log('MB/s                 indexText  tokens');
for (const [name, line] of Object.entries(TEXTS)) {
  const text = line.repeat(Math.ceil(BYTES / Buffer.byteLength(line)));
  const tokens = (source) => {
    let count = 0;
    for (const token of tokenIterator(source)) count += token.end;
    return count;
  };
  console.log(name.padEnd(20), rate(text, indexText), rate(text, tokens));
}

const fill = (piece) => piece.repeat(Math.floor(LIMITS.bytes / Buffer.byteLength(piece)));
const HOSTILE = {
  '"(" x 4096': fill('('),
  '"-" x 4096': fill('-'),
  '"-(" repeated': fill('-('),
  quotes: fill('"'),
  backslashes: fill('\\'),
  'OR OR OR': fill('OR '),
  '256 words': fill('ab ').slice(0, 255 * 3),
  'one word of 1,365 ideographs': fill('漢'),
  'ligatures (11-fold growth)': fill('ﷺ'),
  '128 phrases of ligatures': `${'"ﷺ ﷺ ﷺ" OR '.repeat(127)}a`,
  'combining marks': `a${fill('\u0301').slice(1)}`,
  'filename stars': `filename:${fill('*a').slice(0, 4000)}`,
  'tag slashes': `tag:${'a/'.repeat(2000)}a`,
  '15 nested groups': `${'(a OR (b -'.repeat(8)}c${'))'.repeat(8)}`,
  '16 MB of (': '('.repeat(2 ** 24),
};

console.log('\nparse, worst of 20, ms');
for (const [name, text] of Object.entries(HOSTILE)) {
  let worst = 0;
  for (let i = 0; i < 20; i++) {
    const started = performance.now();
    parseQuery(text);
    worst = Math.max(worst, performance.now() - started);
  }
  console.log(name.padEnd(32), worst.toFixed(2));
}
