import type { EditorView } from '@codemirror/view';
import { effect } from '@preact/signals';
import { ifAnswered } from '../../api/api-error.js';
import { call } from '../../api/client.js';
import { libraryVersion } from '../../kernel/connection.js';
import { outermost } from '../../reading/embeds/embedding.js';
import type { BlockContext } from '../../reading/parts/block-context.js';
import { type LinkTable, linkTable } from '../../reading/parts/link-table.js';
import type { ResourceTable } from '../../reading/parts/media.js';
import { noteFacts } from './note-facts.js';

/** Links and attachments of the edited note, as stored. Followed while any part of the note is rendered. */
class References {
  #links: LinkTable = new Map();
  #resources: ResourceTable = new Map();
  readonly #listeners = new Set<() => void>();
  #unfollow: (() => void) | undefined;

  constructor(private readonly view: EditorView) {}

  /** Returns the context of rendered parts. */
  get context(): BlockContext {
    const { state } = this.view;
    const owner = state.facet(noteFacts).owner();
    return {
      owner,
      links: this.#links,
      resources: this.#resources,
      canTick: !state.readOnly,
      here: owner && ['n', owner.id],
      embedding: outermost(owner?.id),
    };
  }

  /** Calls `refresh` whenever the context changes. Returns a function that ends this. */
  follow(refresh: () => void): () => void {
    this.#listeners.add(refresh);
    this.#unfollow ??= effect(() => {
      libraryVersion.value;
      void this.#load();
    });
    return () => {
      this.#listeners.delete(refresh);
      if (this.#listeners.size > 0) return;
      this.#unfollow?.();
      this.#unfollow = undefined;
    };
  }

  async #load(): Promise<void> {
    const document_id = this.view.state.facet(noteFacts).owner()?.id;
    if (document_id === undefined) return;
    const found = await ifAnswered(
      Promise.all([
        call('listDocumentLinks', { document_id, direction: 'outgoing' }),
        call('listDocumentResources', { document_id }),
      ]),
    );
    if (found === undefined) return;
    const [{ outgoing }, { resources }] = found;
    this.#links = linkTable(outgoing);
    this.#resources = new Map(resources.map((one) => [one.id, one]));
    for (const refresh of this.#listeners) refresh();
  }
}

const references = new WeakMap<EditorView, References>();

/** Returns the references of the note in an editor. */
export function getReferences(view: EditorView): References {
  const known = references.get(view) ?? new References(view);
  references.set(view, known);
  return known;
}
