/** Returns the path of an attachment's bytes on the service. */
export const contentPath = (resourceId: string): string => `/api/v1/resources/${resourceId}/content`;
