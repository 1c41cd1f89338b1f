export { splitTagText, trimTagName } from '../tags.js';
export { type FrontMatterFields, readFrontMatter } from './front-matter.js';
export { OWN_ID } from './own-id.js';
export { getScalarText, readYaml } from './yaml.js';
