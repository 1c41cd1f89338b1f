import { tokenize } from '@notes/query-language';
import { expect, it } from 'vitest';
import { isUnspaced, joinUnspaced, splitIntoWords } from './unspaced.js';

const LAST_CODE_POINT = 0x323af;

it('isUnspaced accepts exactly the letters that the query language makes a term each', () => {
  const different: string[] = [];
  for (let code = 128; code <= LAST_CODE_POINT; code += 1) {
    const character = String.fromCodePoint(code);
    const [first, second, ...others] = tokenize(character + character);
    if (first?.term !== character || !/[\p{L}\p{N}\p{M}]/u.test(character)) continue;
    const isAlone = second?.term === character && others.length === 0;
    if (isUnspaced(character) !== isAlone) different.push(character);
  }
  expect(different).toEqual([]);
});

it.each([
  ['旅行计划', ['旅行计划']],
  ['コンピューター', ['コンピューター']],
  ['ｺﾝﾋﾟｭｰﾀｰ', ['コンピューター']],
  ['人々のいすゞ〆切', ['人々のいすゞ〆切']],
  ['บ้านเก่า', ['บ้านเก่า']],
  ['นํ้า น้ำ', ['นํ้า', 'น้ํา']],
  ['ພາສາລາວ', ['ພາສາລາວ']],
  ['ភាសាខ្មែរ', ['ភាសាខ្មែរ']],
  ['도서관에서 책', ['도서관에서', '책']],
  ['北京 大学', ['北京', '大学']],
  ['中文-英文、日文', ['中文', '英文', '日文']],
  ['5㌢です', ['5', 'センチです']],
  ['iPhone手机 Été', ['iphone', '手机', 'ete']],
  ['', []],
])('splitIntoWords divides %j', (text, words) => {
  expect(splitIntoWords(text)).toEqual(words);
});

it('joinUnspaced keeps terms with spaces apart', () => {
  expect(joinUnspaced(['snow', '旅', '行', 'storm', '人'])).toEqual(['snow', '旅行', 'storm', '人']);
});
