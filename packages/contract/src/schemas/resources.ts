import { RESOURCE_URI } from '@notes/markdown-blocks';
import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id, sha256, timestamp } from './primitives.js';

/** Relation that the service maintains itself. */
const EMBEDDED = 'embedded';

const resourceFields = defer(() => ({
  id: id('resource'),
  uri: z.string().describe(`${RESOURCE_URI}<id>`),
  sha256,
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: count,
  created_at: timestamp,
}));

export const resourceSchema = defer(() => z.object(resourceFields()).meta({ id: 'Resource' }));

export const uploadedResource = defer(() =>
  z
    .object({ ...resourceFields(), deduplicated: z.boolean().describe('True if the library already had these bytes.') })
    .meta({ id: 'UploadedResource' }),
);

export const resourceContent = defer(() => {
  const { filename, mime_type, size_bytes } = resourceFields();
  return z
    .object({ id: id('resource'), sha256, filename, mime_type, size_bytes, download: z.boolean() })
    .meta({ id: 'ResourceContent' });
});

const RELATION = /^[a-z][a-z0-9_-]{0,63}$/;
const relation_type = defer(() =>
  z
    .string()
    .regex(RELATION)
    .describe('Relation to the note; embedded if the text of the note shows it or links to it.'),
);

/** Relation that a person may choose. */
export const chosenRelation = defer(() =>
  z
    .string()
    .regex(RELATION, 'must be a word in lower case, of at most 64 letters, digits, _ and -')
    .refine((value) => value !== EMBEDDED, `must not be ${EMBEDDED}, which follows from the text of the note`),
);

export const documentResources = defer(() =>
  z
    .object({
      resources: z.array(
        z.object({ ...resourceFields(), relation_type: relation_type() }).meta({ id: 'DocumentResource' }),
      ),
    })
    .meta({ id: 'DocumentResources' }),
);

export const attachment = defer(() =>
  z
    .object({
      document_id: id('document'),
      resource: resourceSchema(),
      relation_type: relation_type(),
      added: z.boolean().describe('False if it already had this relation to the note.'),
    })
    .meta({ id: 'Attachment' }),
);
