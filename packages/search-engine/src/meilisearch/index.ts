export { MeilisearchEngine, type MeilisearchOptions } from './meilisearch-engine.js';
