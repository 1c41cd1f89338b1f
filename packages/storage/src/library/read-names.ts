import { DocumentReader } from '../documents/documents.js';
import { JobReader } from '../jobs/jobs.js';
import { LinkReader } from '../links/links.js';
import { NotebookReader } from '../notebooks/notebooks.js';
import { TagReader } from '../tags/tags.js';
import type { Handle } from './handle.js';
import { MetaReader } from './meta.js';
import { readCurrent } from './read-current.js';

/** Readers of names. */
export interface NameReader {
  readonly documents: DocumentReader;
  readonly notebooks: NotebookReader;
  readonly tags: TagReader;
  readonly links: LinkReader;
  readonly jobs: JobReader;
  readonly meta: MetaReader;
}

/** Reads names of a library: see {@link readCurrent}. */
export const readNames = <T>(dataDir: string, work: (reader: NameReader) => T): T | undefined =>
  readCurrent(dataDir, (handle) => work(makeNameReader(handle)));

const makeNameReader = (handle: Handle): NameReader => ({
  documents: new DocumentReader(handle),
  notebooks: new NotebookReader(handle),
  tags: new TagReader(handle),
  links: new LinkReader(handle),
  jobs: new JobReader(handle),
  meta: new MetaReader(handle),
});
