import type { Content } from '../documents/content.js';
import type { DocumentWriter } from '../documents/document-writer.js';
import type { ProvenanceWriter } from '../documents/provenance.js';
import type { SourceBundleWriter } from '../documents/source-bundles.js';
import type { Connection } from '../library/driver.js';
import type { NotebookWriter } from '../notebooks/notebooks.js';
import type { ResourceWriter } from '../resources/resource-writer.js';
import type { SearchNotebookWriter } from '../search/search-notebooks.js';
import type { TagWriter } from '../tags/tags.js';

/** Derives the stored content from a title and a text. */
export type ContentDeriver = (text: Pick<Content, 'title' | 'body'>, databaseId: string) => Content;

/** Writers for materializing the log. */
export interface MaterializerWriters {
  readonly raw: Connection;
  readonly documents: DocumentWriter;
  readonly notebooks: NotebookWriter;
  readonly tags: TagWriter;
  readonly resources: ResourceWriter;
  readonly searchNotebooks: SearchNotebookWriter;
  readonly provenance: ProvenanceWriter;
  readonly sourceBundles: SourceBundleWriter;
  readonly readText: ContentDeriver;
}
