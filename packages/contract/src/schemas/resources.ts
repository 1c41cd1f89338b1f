import { RESOURCE_URI } from '@notes/markdown-blocks';
import { z } from 'zod';
import { count, id, sha256, timestamp } from './primitives.js';

/** Relation that the service maintains itself. */
const EMBEDDED = 'embedded';

const resourceFields = {
  id: id('resource'),
  uri: z.string().describe(`${RESOURCE_URI}<id>`),
  sha256,
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: count,
  created_at: timestamp,
};

export const resourceSchema = z.object(resourceFields).meta({ id: 'Resource' });

export const uploadedResource = z
  .object({ ...resourceFields, deduplicated: z.boolean().describe('The library had these bytes already.') })
  .meta({ id: 'UploadedResource' });

const { filename, mime_type, size_bytes } = resourceFields;
export const resourceContent = z
  .object({ id: id('resource'), sha256, filename, mime_type, size_bytes, download: z.boolean() })
  .meta({ id: 'ResourceContent' });

const RELATION = /^[a-z][a-z0-9_-]{0,63}$/;
const relation_type = z
  .string()
  .regex(RELATION)
  .describe('What it is to the note; embedded where the text of the note shows it or links to it.');

/** Relation that a person may choose. */
export const chosenRelation = z
  .string()
  .regex(RELATION, 'must be a short word in lower case')
  .refine((value) => value !== EMBEDDED, `${EMBEDDED} follows the text of the note`);

export const documentResources = z
  .object({ resources: z.array(z.object({ ...resourceFields, relation_type }).meta({ id: 'DocumentResource' })) })
  .meta({ id: 'DocumentResources' });

export const attachment = z
  .object({
    document_id: id('document'),
    resource: resourceSchema,
    relation_type,
    added: z.boolean().describe('False where it was that to the note already.'),
  })
  .meta({ id: 'Attachment' });
