import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { useData } from '../kernel/use-data.js';
import { ask, startWorker } from '../kernel/worker.js';
import { fill } from '../text/catalogue.js';
import { Check } from '../ui/form-fields.js';
import { Loaded, Truncated } from '../ui/states.js';
import { DiffView } from './diff-view.js';
import type { DiffAnswer, DiffRequest } from './diff-worker.js';
import workerUrl from './diff-worker.js?worker&url';
import type { Revision } from './group-sessions.js';
import { text } from './texts.js';

interface ComparisonProps {
  readonly id: string;
  /** Undefined for a comparison with an empty text. */
  readonly from: Revision | undefined;
  readonly to: Revision;
}

/** Changes from one revision to another. */
export function Comparison({ id, from, to }: ComparisonProps) {
  const [isUnified, setUnified] = useState(matchMedia('(max-width: 1100px)').matches);
  const [ignoreBlanks, setIgnoreBlanks] = useState(false);
  const key = `diff:${from?.revision_id}:${to.revision_id}:${ignoreBlanks}`;
  const data = useData(key, async (signal) => {
    const [before, after] = await Promise.all([from && loadBody(id, from, signal), loadBody(id, to, signal)]);
    return { hunks: await compare({ before: before ?? '', after, ignoreBlanks }, signal), after };
  });
  return (
    <>
      <fieldset class="history-tools">
        <legend class="visually-hidden">{text.viewOptions}</legend>
        <Check label={text.unifiedView} checked={isUnified} onChange={setUnified} />
        <Check label={text.ignoreWhitespace} checked={ignoreBlanks} onChange={setIgnoreBlanks} />
      </fieldset>
      {from !== undefined && from.title !== to.title && (
        <p>{fill(text.titleChange, { before: <del>{from.title}</del>, after: <ins>{to.title}</ins> })}</p>
      )}
      <Loaded data={data}>
        {({ hunks, after }) =>
          hunks === undefined ? (
            <WholeText text={after} />
          ) : (
            <DiffView
              key={key}
              hunks={hunks}
              isUnified={isUnified}
              unchangedText={after === '' ? text.withoutText : text.textUnchanged}
            />
          )
        }
      </Loaded>
    </>
  );
}

const loadBody = async (document_id: string, { revision_id }: Revision, signal: AbortSignal): Promise<string> =>
  (await call('getRevision', { document_id, revision_id }, signal)).body;

const WholeText = ({ text: body }: { readonly text: string }) => (
  <>
    <Truncated>{text.tooDifferent}</Truncated>
    <pre>{body}</pre>
  </>
);

const DEADLINE_MS = 5_000;

/** Compares two texts in a worker; undefined when that takes too long. */
export function compare(request: DiffRequest, signal: AbortSignal): Promise<DiffAnswer | undefined> {
  const worker = startWorker(workerUrl);
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  return ask<DiffAnswer>(worker, request, abortSignal).finally(() => worker.terminate());
}
