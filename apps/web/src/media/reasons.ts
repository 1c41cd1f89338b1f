import type { Output } from '@notes/contract';
import { catalogue } from '../text/catalogue.js';

type Reason = Output<'localizeRemoteMedia'>['items'][number]['reasons'][number];

/** Reasons why an image is not fetched. */
const reasons = catalogue({
  disabled: 'fetching is turned off in the settings',
  invalid_url: 'the address is not valid',
  url_too_long: 'the address is too long',
  scheme_not_allowed: 'the scheme of the address is not allowed',
  credentials_in_url: 'the address contains a user name or password',
  port_not_allowed: 'the port is not allowed',
  domain_blocked: 'the host is blocked',
  domain_not_allowed: 'the host is not one of the allowed domains',
  private_address: 'the address is on this computer or its network',
  insecure_redirect: 'it redirects to an address without encryption',
  too_many_redirects: 'it redirects too often',
  encoded_answer: 'the response is compressed',
  too_large: 'the file is too large',
  type_not_allowed: 'the file type is not allowed',
  hash_blocked: 'this file is blocked',
  name_not_resolved: 'the host was not found',
  connection_failed: 'the host could not be reached',
  timeout: 'it took too long',
  http_status: 'the host did not deliver the file',
  incomplete_answer: 'the download was incomplete',
  not_in_note: 'the saved note does not show it',
  call_limit: 'too many images were requested at once',
} satisfies Record<Reason, string>);

/** Joins reasons for use within a sentence. */
export const joinReasons = (codes: readonly Reason[]): string => codes.map((reason) => reasons[reason]).join(', ');
