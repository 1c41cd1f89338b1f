import type { DocumentName, Reader } from '@notes/storage';
import { wirePlaced } from '../../platform/wire.js';

/** Maximum number of notes whose names are kept: about 17 MB. */
const MAX_KEPT_NAMES = 16_384;

/** Note with its title and notebook, and the JSON in which answers name it, in UTF-8 behind a comma. */
export interface NodeName extends DocumentName {
  /** JSON of the note up to the value of its distance. */
  readonly node: Uint8Array;
  /** JSON of a link from the note, up to the id of its target. */
  readonly source: Uint8Array;
  /** JSON of a link to the note, from its id on. */
  readonly target: Uint8Array;
}

/**
 * Names of notes that answers have shown, by node. Reading five thousand rows takes longer than searching the graph, and
 * answers about the same library show many of the same notes.
 */
export class NodeNames {
  readonly #known = new Map<number, NodeName>();

  /**
   * Returns a lookup of names for the notes of an answer.
   *
   * @param reader reader of the state that the graph has
   * @param nodes keys of existing notes
   */
  read(reader: Reader, nodes: readonly number[]): (node: number) => NodeName {
    const missing = nodes.filter((node) => !this.#known.has(node));
    if (this.#known.size + missing.length > MAX_KEPT_NAMES) {
      this.#known.clear();
      this.#add(reader, nodes);
    } else if (missing.length > 0) this.#add(reader, missing);
    return (node) => this.#known.get(node) as NodeName;
  }

  /** Forgets a note whose name may have changed. */
  forget(node: number): void {
    this.#known.delete(node);
  }

  #add(reader: Reader, nodes: readonly number[]): void {
    for (const row of reader.documents.getMany(nodes)) this.#known.set(row.pk, toNodeName(row));
  }
}

function toNodeName(row: DocumentName): NodeName {
  const { pk, id, title, notebookId } = row;
  return {
    pk,
    id,
    title,
    notebookId,
    node: Buffer.from(`,${JSON.stringify(wirePlaced(row)).slice(0, -1)},"distance":`),
    source: Buffer.from(`,{"source":"${id}","target":"`),
    target: Buffer.from(`${id}"}`),
  };
}
