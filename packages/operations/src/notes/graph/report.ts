import type { Input, Output } from '@notes/contract';
import { graphReport } from '@notes/link-graph';
import type { Content, DocumentWithBody } from '@notes/storage';
import { REPORTS_NOTEBOOK } from '../../platform/builtins.js';
import type { Context } from '../../platform/context.js';
import { timestamp, wireDocument, wireNamed } from '../../platform/wire.js';
import { buildShortContent, newRevision } from '../documents/content.js';
import { formatReport } from './report-markdown.js';

/** The report note has the same id in every library. */
const REPORT_NOTE = 'doc_report_links';
const REPORT_TITLE = 'Link report';
const REPORT_ROWS = 50;

type Report = Output<'getGraphReport'>;

export function getGraphReport(context: Context, { limit }: Input<'getGraphReport'>): Promise<Report> {
  return context.library.graph.read((graph, reader) => {
    const report = graphReport(graph, graph.rules.active(), { limit });
    const listed = [...report.hubs.map(({ node }) => node), ...report.orphans, ...report.isolated];
    const name = graph.names.read(reader, listed);
    return {
      generated_at: timestamp(context.now()),
      note_count: report.noteCount,
      link_count: report.linkCount,
      orphan_count: report.orphanCount,
      isolated_count: report.isolatedCount,
      hubs: report.hubs.map(({ node, incoming }) => ({ ...wireNamed(name(node)), incoming })),
      orphans: report.orphans.map((node) => wireNamed(name(node))),
      isolated: report.isolated.map((node) => wireNamed(name(node))),
    };
  });
}

/** Writes the report note. The note is overwritten in place: it keeps its id, and earlier reports are its revisions. */
export async function writeGraphReport(context: Context): Promise<Output<'writeGraphReport'>> {
  const { library } = context;
  const report = await getGraphReport(context, { limit: REPORT_ROWS });
  const text = { title: REPORT_TITLE, body: formatReport(report) };
  const made = buildShortContent(library, text) as Content;
  const document = await library.store.write((unit) => {
    const revision = { ...newRevision(context, made), origin: 'system' };
    const current = unit.documents.getWithBody(REPORT_NOTE);
    if (current === undefined) {
      const notebookPk = unit.notebooks.get(REPORTS_NOTEBOOK)?.pk as number;
      const times = { createdAt: revision.at, updatedAt: revision.at };
      unit.documents.insert({ ...revision, ...times, id: REPORT_NOTE, notebookPk });
    } else unit.documents.revise(current, revision);
    return unit.documents.getWithBody(REPORT_NOTE) as DocumentWithBody;
  });
  return wireDocument(document, library);
}
