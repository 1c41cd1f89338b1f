import { decodePercentEscapes, type FileLink } from '@notes/markdown-blocks';
import { MARKDOWN } from '../files/tree.js';
import type { FileItem } from '../item.js';
import { type GraphConfig, readGraphConfig } from './config.js';
import { formatJournalTitle, parseJournalName } from './journals.js';

/** Path of the file that every graph of Logseq has. */
export const CONFIG_PATH = 'logseq/config.edn';

interface Graph {
  /** Path of its folder, ending with a slash; empty for the source itself. */
  readonly folder: string;
  readonly config: GraphConfig;
}

/** Graphs of Logseq in a folder. */
export class Graphs {
  readonly #graphs: readonly Graph[];
  /** Paths of the journals of each graph, by their titles in Logseq. */
  readonly #journals = new Map<Graph, Map<string, string>>();

  /** Finds the graphs among files. */
  static async read(files: readonly FileItem[]): Promise<Graphs> {
    const graphs: Graph[] = [];
    for (const file of files)
      if (`/${file.path}`.endsWith(`/${CONFIG_PATH}`))
        graphs.push({ folder: file.path.slice(0, -CONFIG_PATH.length), config: await readGraphConfig(file) });
    return new Graphs(graphs, files);
  }

  private constructor(graphs: readonly Graph[], files: readonly FileItem[]) {
    // A graph below another one has its files for itself.
    this.#graphs = graphs.toSorted((a, b) => b.folder.length - a.folder.length);
    for (const { path } of graphs.length === 0 ? [] : files) {
      const graph = this.#find(path);
      const day = graph && this.#getDay(graph, path);
      if (graph === undefined || day === undefined) continue;
      const journals = this.#journals.get(graph) ?? new Map<string, string>();
      this.#journals.set(graph, journals.set(toKey(formatJournalTitle(graph.config.titlePattern, day)), path));
    }
  }

  /** True when a link may mean a journal by its title in Logseq. */
  get haveJournals(): boolean {
    return this.#journals.size > 0;
  }

  /** Returns the title of the page in a file: a day in ISO 8601 for a journal; undefined outside of graphs. */
  readTitle(path: string): string | undefined {
    const graph = this.#find(path);
    if (graph === undefined) return undefined;
    const day = this.#getDay(graph, path);
    return day === undefined ? decodePageName(getStem(path)) : day.toISOString().slice(0, 10);
  }

  /** Returns true for a link of a page that can only mean a page, even if a file has its name, such as `config.edn`. */
  isPageLink = (path: string, { kind }: FileLink): boolean => kind === 'wikilink' && this.contains(path);

  /** Returns the path of the journal that a link of a page means by its title. */
  findJournal(path: string, link: FileLink): string | undefined {
    const graph = this.isPageLink(path, link) ? this.#find(path) : undefined;
    return graph && this.#journals.get(graph)?.get(toKey(link.path));
  }

  /** Returns true for a file of a graph. */
  contains = (path: string): boolean => this.#find(path) !== undefined;

  #find(path: string): Graph | undefined {
    return this.#graphs.find(({ folder }) => path.startsWith(folder));
  }

  #getDay({ folder, config }: Graph, path: string): Date | undefined {
    const journals = `${folder}${config.journals}/`;
    return path.startsWith(journals) && MARKDOWN.test(path) ? parseJournalName(getStem(path)) : undefined;
  }
}

const getStem = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(MARKDOWN, '');

const toKey = (title: string) => title.trim().normalize('NFC').toLowerCase();

/** Returns the title of a page: three underscores in its file name part namespaces, and marks are percent-encoded. */
const decodePageName = (stem: string): string =>
  stem
    .split('___')
    .filter((name) => name !== '')
    .map((name) => name.replace(/(?:%[0-9a-f]{2})+/gi, decodePercentEscapes))
    .join('/');
