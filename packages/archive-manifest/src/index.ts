export { canonicalJson } from './canonical-json.js';
export {
  type Hasher,
  SELECTION_KINDS,
  type SelectedEntity,
  type SelectionHeader,
  type SelectionKind,
  type SelectionManifest,
  selectionManifest,
} from './selection.js';
