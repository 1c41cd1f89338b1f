export { encodeTensors, writeConceptModel } from './write-concept-model.js';
