export { enableCompileCache } from '@notes/operations/config';
