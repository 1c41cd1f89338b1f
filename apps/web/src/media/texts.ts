import { catalogue } from '../text/catalogue.js';
import { plural } from '../text/numbers.js';

export const text = catalogue({
  mediaLead:
    'Reading a note loads nothing from elsewhere. Images are fetched when you ask for it in the menu of a note, by the service, within this policy.',
  checkAddress: 'Check an address',
  addressOfImage: 'Address of an image',
  check: 'Check',
  mayBeFetched: 'This address may be fetched.',
  isRefused: (reasons: string) => `This address is refused: ${reasons}.`,
  policy: 'Policy',
  policyPlace: 'The policy is set in the settings file, under media.',
  fetching: 'Fetching',
  on: 'On',
  off: 'Off',
  schemes: 'Schemes',
  allowedDomains: 'Allowed domains',
  any: 'Any',
  blockedDomains: 'Blocked domains',
  privateAddresses: 'Private addresses',
  nothing: 'None',
  largestFile: 'Largest file',
  redirects: 'Redirects',
  timeForOne: 'Time for one',
  seconds: (count: number) => plural(count, '# second', '# seconds'),
  types: 'Types',
  blockedFiles: 'Blocked files',
  digests: (count: number) => plural(count, '# digest', '# digests'),
});
