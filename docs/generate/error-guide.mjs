// @ts-check
import { errorCodes } from '@notes/contract';
import { code, table } from './markdown.mjs';

/**
 * Cause and remedy of every error code. The type requires an entry for every code of the contract.
 *
 * @type {Record<import('@notes/contract').ErrorCode, { cause: string, remedy: string }>}
 */
const guide = {
  validation_failed: {
    cause: 'A field, flag or setting has a value that the service does not accept. The message names it.',
    remedy:
      'Correct the value that the message names. `notes <command> --help` and the REST reference list the bounds.',
  },
  cursor_invalid: {
    cause: 'The cursor belongs to another list or query, or the service can no longer continue its list.',
    remedy: 'Repeat the request without `cursor` and read the list from its first page.',
  },
  unauthorized: {
    cause: 'The signature of another device is missing, expired or wrong.',
    remedy:
      'Set the clocks of both devices: a signed request is valid for 60 seconds. Then run `notes sync run` again.',
  },
  forbidden: {
    cause: 'The request names a host or an origin that the service does not serve, or lacks a permission.',
    remedy:
      'Use a loopback address such as `127.0.0.1`. Add another host name of this machine to `server.allowed_hosts`.',
  },
  not_enrolled: {
    cause: 'The other device does not know the key of this device, because the key was revoked or never enrolled.',
    remedy: 'Run `notes sync invite` on a device of the group and join again with `notes sync pair`.',
  },
  browser_context_refused: {
    cause: 'A browser called an address that is reserved for other devices.',
    remedy: 'Open the address of the web UI instead, which `notes open` prints.',
  },
  not_found: {
    cause: 'No note, notebook, attachment, job or other object has this id or name.',
    remedy: 'Find the id with `notes search` or `notes trash list`. A purged note cannot be restored.',
  },
  sync_disabled: {
    cause: 'The service does not accept connections of other devices.',
    remedy: 'Run `notes config set sync.rest.enabled true` and restart the service.',
  },
  web_ui_not_built: {
    cause: 'The service has no files of the web UI. This happens in a source checkout that was not built.',
    remedy: 'Run `npm start` in the checkout, which builds everything, or install the package again.',
  },
  method_not_allowed: {
    cause: 'The path exists, but it does not accept this HTTP method.',
    remedy: 'Use a method that the `Allow` header of the answer lists.',
  },
  request_timeout: {
    cause: 'The request took longer than its time limit.',
    remedy: 'Narrow the request, or raise `server.request_timeout_seconds`. For the command, raise `--timeout`.',
  },
  conflict: {
    cause: 'The change does not fit the current state, for example because a job that excludes it is running.',
    remedy: 'Read the message, wait for the job that it names (`notes job list`), and repeat the request.',
  },
  revision_conflict: {
    cause: 'The note has a newer revision than the one that the change is based on. Nothing was overwritten.',
    remedy: 'Read the note again, apply the change to the new text, and send the new revision id.',
  },
  name_conflict: {
    cause: 'Another object in the same notebook or list has this name.',
    remedy: 'Choose another name, or use the existing object.',
  },
  body_too_large: {
    cause: 'The body of the request is larger than its route accepts.',
    remedy: 'Send less, or raise `server.max_json_bytes` or, for attachments, `resources.max_bytes`.',
  },
  unsupported_media_type: {
    cause: 'The `Content-Type` of the request is not one that the route accepts.',
    remedy: 'Send JSON as `application/json` in UTF-8, without compression.',
  },
  range_not_satisfiable: {
    cause: 'The requested range begins after the last byte.',
    remedy: 'Ask for a range within the size that the `Content-Range` header of the answer gives.',
  },
  precondition_required: {
    cause: 'The change does not name the revision that it is based on, or a permanent deletion lacks its confirmation.',
    remedy: 'Send `If-Match` with the revision id, or the confirmation that the message names.',
  },
  rate_limited: {
    cause: 'The service received too many requests at once.',
    remedy: 'Wait a minute. For devices, raise `sync.rest.requests_per_minute` on the device that answers.',
  },
  headers_too_large: {
    cause: 'The headers of the request are larger than 16 KiB.',
    remedy: 'Remove cookies and other headers that the service does not need.',
  },
  internal_error: {
    cause: 'An unexpected error occurred in the service. The log has the details.',
    remedy: 'Run `notes doctor`. Repeat the command with `--verbose` and report what it prints.',
  },
  storage_unavailable: {
    cause: 'The library cannot be opened: it is missing, locked, from a newer version, or the disk is full.',
    remedy: 'Check `notes status` and the free space of the disk. Stop the program that the message names.',
  },
};

/** Returns the table of error codes, and a section with cause and remedy for each. */
export function renderErrors() {
  const rows = Object.entries(errorCodes).map(([name, { http, exit, jsonRpc }]) => [
    `[${code(name)}](#${name.replaceAll('_', '-')})`,
    String(http),
    String(exit),
    String(jsonRpc),
  ]);
  const sections = Object.entries(guide).map(
    ([name, { cause, remedy }]) =>
      `## ${code(name)} {#${name.replaceAll('_', '-')}}\n\n**Cause.** ${cause}\n\n**Remedy.** ${remedy}`,
  );
  return [table(['Code', 'HTTP status', 'Exit code', 'JSON-RPC'], rows), ...sections].join('\n\n');
}
