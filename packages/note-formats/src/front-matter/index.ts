export { splitTagText, trimTagName } from '../tags.js';
export {
  editYaml,
  findPair,
  getIndent,
  keepItem,
  readMapping,
  type YamlItem,
  type YamlValue,
} from './edit-yaml.js';
export { type FrontMatterFields, readFrontMatter } from './front-matter.js';
export { OWN_ID } from './own-id.js';
export { getScalarText, readYaml } from './yaml.js';
