import { classifyTarget, findAnchor, parseMarkdown } from '@notes/markdown-blocks';
import type { AnchoredLink, SuspectLink, WorkerReader } from '@notes/storage';
import { views } from '../../notes/markdown/views.js';
import { sha256 } from '../../platform/sha256.js';
import type { AddFinding, Finding, LintCheck } from './findings.js';

type Reason = Finding['reason'];
type FindingPosition = Pick<Finding, 'line' | 'column'> & { readonly documentId: string };

const toFinding = ({ documentId, line, column }: FindingPosition, reason: Reason, target: string): Finding => ({
  document_id: documentId,
  line,
  column,
  reason,
  fingerprint_sha256: sha256(target),
});

/** Reports broken and ambiguous links, and images without alternative text. */
export function lintLinks({ lint }: WorkerReader, addFinding: AddFinding): void {
  for (const link of lint.suspectLinks()) {
    const broken = BROKEN[link.state]?.(link);
    if (broken !== undefined) addFinding(broken.check, toFinding(link, broken.reason, link.target));
    if (link.kind === 'image' && link.text.trim() === '')
      addFinding('missing_alt_text', toFinding(link, 'empty_alt_text', link.target));
  }
}

type Broken = { readonly check: LintCheck; readonly reason: Reason } | undefined;

const BROKEN: { readonly [State in SuspectLink['state']]?: (link: SuspectLink) => Broken } = {
  ambiguous: () => ({ check: 'ambiguous_link', reason: 'several_notes' }),
  invalid: classifyMalformed,
  unresolved: classifyUnresolved,
};

/** Any other invalid target, above all a script, never was a link of this library. */
function classifyMalformed({ target }: SuspectLink): Broken {
  const scheme = target.slice(0, Math.max(0, target.indexOf(':'))).toLowerCase();
  if (scheme === 'resource') return { check: 'broken_resource_link', reason: 'malformed' };
  return scheme === 'document' || scheme === 'service'
    ? { check: 'broken_document_link', reason: 'malformed' }
    : undefined;
}

function classifyUnresolved(link: SuspectLink): Broken {
  const { type } = classifyTarget(link);
  if (type === 'resource') return { check: 'broken_resource_link', reason: 'unknown_resource' };
  if (type === 'title') return { check: 'broken_document_link', reason: 'unknown_title' };
  return { check: 'broken_document_link', reason: link.toTrashed ? 'trashed_note' : 'unknown_note' };
}

/** Reports links to anchors that their notes lack, note by note: each note is read once. */
export function lintAnchors(reader: WorkerReader, addFinding: AddFinding): void {
  for (const pk of reader.lint.anchorTargets()) {
    const { anchors, complete } = views.anchors(parseMarkdown(readBody(reader, pk), { sha256 }));
    // A note too long to be known in full may have the anchor.
    if (!complete) continue;
    for (const link of reader.lint.anchoredLinks(pk)) {
      if (findAnchor(anchors, link.anchor) !== undefined) continue;
      addFinding(...toStaleFinding(link));
    }
  }
}

const BLOCK = /^(?:\^|blk_)/;

function toStaleFinding(link: AnchoredLink): [LintCheck, Finding] {
  const last = link.anchor.slice(link.anchor.lastIndexOf('#') + 1);
  const target = `${link.target}#${link.anchor}`;
  return BLOCK.test(last)
    ? ['unresolved_block_anchor', toFinding(link, 'unknown_block', target)]
    : ['unresolved_heading_anchor', toFinding(link, 'unknown_heading', target)];
}

/** Reports remote images. The features of a note show that it has some, its text shows which. */
export function lintRemoteMedia(reader: WorkerReader, addFinding: AddFinding): void {
  for (const { pk, id } of reader.lint.findWithRemoteMedia()) {
    for (const { kind, url, line, column } of parseMarkdown(readBody(reader, pk)).remoteMedia) {
      const reason = kind === 'html' ? 'remote_html_image' : 'remote_image';
      addFinding('unlocalized_remote_media', toFinding({ documentId: id, line, column }, reason, url));
    }
  }
}

const readBody = ({ documents }: WorkerReader, pk: number) => documents.getPage([pk])[0]?.body ?? '';
