import type { Output } from '@notes/contract';
import { catalogue } from '../text/catalogue.js';

type Reason = Output<'localizeRemoteMedia'>['items'][number]['reasons'][number];

/** Reasons why an image is not fetched. */
const reasons = catalogue({
  disabled: 'fetching is switched off in the settings',
  invalid_url: 'its address cannot be read',
  url_too_long: 'its address is too long',
  scheme_not_allowed: 'addresses of this kind are not allowed',
  credentials_in_url: 'its address holds a name or password',
  port_not_allowed: 'its port is not allowed',
  domain_blocked: 'its host is blocked',
  domain_not_allowed: 'its host is not among those allowed',
  private_address: 'it lies on this machine or its network',
  insecure_redirect: 'it leads on to an address without encryption',
  too_many_redirects: 'it leads on too often',
  encoded_answer: 'it came compressed',
  too_large: 'it is too large',
  type_not_allowed: 'it is no kind of file that is allowed',
  hash_blocked: 'this very file is blocked',
  name_not_resolved: 'its host was not found',
  connection_failed: 'its host could not be reached',
  timeout: 'it took too long',
  http_status: 'its host did not give it out',
  incomplete_answer: 'it did not come whole',
  not_in_note: 'the stored note does not show it',
  call_limit: 'too many were asked for at once',
} satisfies Record<Reason, string>);

/** Joins reasons for use within a sentence. */
export const inOneLine = (given: readonly Reason[]): string => given.map((reason) => reasons[reason]).join(', ');
