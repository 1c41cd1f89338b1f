// @ts-check

/** Checks of the suite that this server cannot pass, by their requirement. */
const needs = {
  'a tool of the suite’s own, such as test_simple_text': [
    ...['simple-text', 'image', 'audio', 'embedded-resource', 'mixed-content', 'error', 'with-progress'].map(
      (kind) => `tools-call-${kind}`,
    ),
    'json-schema-2020-12-tool-found',
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
  ],
  'a tool that asks its user or its model for something meanwhile': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-general',
    'elicitation-sep1330-general',
    ...['elicitation', 'sampling', 'list-roots', 'multiple-inputs', 'non-tool', 'request-state'].map(
      (kind) => `sep-2322-${kind}-incomplete`,
    ),
    'sep-2322-respect-client-capabilities',
    'sep-2322-ignore-unexpected-params',
    'sep-2322-missing-response-rerequests',
    'sep-2322-multi-round-r1',
    'sep-2322-result-type-included',
    'sep-2322-reject-tampered-state',
  ],
  'a tool with arguments in headers': [
    'sep-2243-server-no-xmcp-tool',
    'sep-2243-server-decode-base64',
    'sep-2243-server-validate-param-match',
    'sep-2243-server-reject-invalid-param-chars',
    'sep-2243-server-reject-param-mismatch',
  ],
  'resources, which are offered as tools': [
    ...['list', 'read-text', 'read-binary', 'templates-read', 'subscribe', 'unsubscribe'].map(
      (part) => `resources-${part}`,
    ),
    'sep-2549-resources-list-caching-hints',
    'sep-2549-resources-templates-list-caching-hints',
    'sep-2164-error-code',
    'sep-2164-data-uri',
  ],
  'prompts, completion or logging, which are not offered': [
    'prompts-list',
    ...['simple', 'with-args', 'embedded-resource', 'with-image'].map((kind) => `prompts-get-${kind}`),
    'sep-2549-prompts-list-caching-hints',
    'completion-complete',
    'logging-set-level',
    'tools-call-with-logging',
  ],
  'sessions, which are not kept': ['server-sse-multiple-streams-session', 'server-sse-polling-session'],
};

/** Each such check with its reason. @type {ReadonlyMap<string, string>} */
export const inapplicableChecks = new Map(
  Object.entries(needs).flatMap(([need, checks]) => checks.map((check) => [check, `needs ${need}`])),
);
