/** Where the service has the bytes of an attachment. */
export const contentPath = (resourceId: string): string => `/api/v1/resources/${resourceId}/content`;
