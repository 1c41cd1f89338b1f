export { default } from '@notes/tooling/vitest';
