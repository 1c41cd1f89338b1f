import { getDot } from '@notes/sync-protocol';
import {
  computeView,
  deriveConflictId,
  deriveCopyId,
  deriveRecoveredId,
  resolveDocumentConflict,
} from '@notes/sync-protocol/merge';

const START = Date.UTC(2026, 0, 1);

/** Device of a scenario: writes operations and pulls those of others. */
export class Device {
  log = [];
  #seq = 0;
  #lamport = 0;
  #revisions = 0;

  constructor(letter) {
    this.letter = letter;
    this.replica = `rep_${letter}`;
  }

  view() {
    return computeView(this.log);
  }

  pull(...others) {
    const known = new Set(this.log.map(getDot));
    for (const other of others)
      for (const logged of other.log) if (!known.has(getDot(logged))) this.#add(logged, known);
    return this;
  }

  say(operation) {
    this.#seq += 1;
    const w = START + this.#seq * 1000;
    this.#add({ replica: this.replica, operation: { ...operation, s: this.#seq, l: this.#lamport + 1, w } }, new Set());
    return this;
  }

  note(id, body, { title = id.toUpperCase() } = {}) {
    this.say({ op: 'doc.create', doc: docId(id), created: START, file_name: null });
    return this.write(id, { title, body }, []);
  }

  /** Writes a revision. Lines of the text are separated by `|`. */
  write(id, { title, body }, parents) {
    this.#revisions += 1;
    const rev = `rev_${this.letter}${this.#revisions}`;
    return this.say({ op: 'doc.write', doc: docId(id), rev, parents, title, body: body.replaceAll('|', '\n') });
  }

  edit(id, body) {
    const { heads, title } = this.#note(id);
    return this.write(id, { title, body }, heads);
  }

  retitle(id, title) {
    const { heads, body } = this.#note(id);
    return this.write(id, { title, body }, heads);
  }

  trash(id) {
    return this.say({ op: 'doc.trash', doc: docId(id), seen: getSeenRevisions(this.#note(id)) });
  }

  restore(id) {
    return this.say({ op: 'doc.restore', doc: docId(id), undo: this.#dots('doc.trash', 'doc', docId(id)) });
  }

  purge(id) {
    return this.say({ op: 'doc.purge', doc: docId(id), seen: getSeenRevisions(this.#note(id)) });
  }

  home(id, notebook) {
    return this.say({ op: 'doc.home', doc: docId(id), notebook: `nb_${notebook}` });
  }

  tag(id, tag) {
    return this.say({ op: 'doc.tag_add', doc: docId(id), tag: `tag_${tag}` });
  }

  untag(id, tag) {
    const dots = this.log.filter(
      ({ operation: { op, doc, tag: given } }) => op === 'doc.tag_add' && doc === docId(id) && given === `tag_${tag}`,
    );
    return this.say({ op: 'doc.tag_remove', doc: docId(id), dots: dots.map(getDot) });
  }

  attach(id, resource) {
    return this.say({ op: 'doc.attach', doc: docId(id), resource: `res_${resource}`, relation_type: 'attachment' });
  }

  detach(id) {
    return this.say({ op: 'doc.detach', doc: docId(id), dots: this.#dots('doc.attach', 'doc', docId(id)) });
  }

  makeTag(tag, name) {
    return this.say({ op: 'tag.create', tag: `tag_${tag}`, name, created: START });
  }

  nameTag(tag, name) {
    return this.say({ op: 'tag.name', tag: `tag_${tag}`, name });
  }

  notebook(id, name = id, parent = null) {
    const fields = { name, parent: parent && `nb_${parent}`, icon_emoji: null, created: START };
    return this.say({ op: 'nb.create', notebook: `nb_${id}`, ...fields });
  }

  move(id, parent) {
    return this.say({ op: 'nb.move', notebook: `nb_${id}`, parent: parent && `nb_${parent}` });
  }

  nameNotebook(id, name) {
    return this.say({ op: 'nb.name', notebook: `nb_${id}`, name });
  }

  deleteNotebooks(...ids) {
    return this.say({ op: 'nb.delete', notebooks: ids.map((id) => `nb_${id}`) });
  }

  search(id, name = id, query = 'a') {
    return this.say({ op: 'sn.create', search: `snb_${id}`, name, query, icon_emoji: null, created: START });
  }

  setSearch(id, fields) {
    return this.say({ op: 'sn.set', search: `snb_${id}`, ...fields });
  }

  deleteSearch(id) {
    const seen = ['sn.create', 'sn.set'].flatMap((op) => this.#dots(op, 'search', `snb_${id}`));
    return this.say({ op: 'sn.delete', search: `snb_${id}`, seen });
  }

  resource(id, filename = id) {
    const fields = { sha256: '0'.repeat(64), size: 1, mime: 'text/plain', filename, created: START };
    return this.say({ op: 'res.create', resource: `res_${id}`, ...fields });
  }

  nameResource(id, filename) {
    return this.say({ op: 'res.name', resource: `res_${id}`, filename });
  }

  deleteResource(id) {
    const seen = ['res.create', 'res.name'].flatMap((op) => this.#dots(op, 'resource', `res_${id}`));
    return this.say({ op: 'res.delete', resource: `res_${id}`, seen });
  }

  /** Resolves the only open conflict of a note. */
  settle(id, choice) {
    const shown = this.view();
    const conflict = [...shown.conflicts.values()].find(({ documentId }) => documentId === docId(id));
    const resolve = {
      op: 'conflict.resolve',
      conflict: conflict.conflictId,
      doc: docId(id),
      resolution: choice.resolution,
    };
    if (conflict.kind === 'purge_vs_edit') return this.say({ ...resolve, write: null });
    const { write, copy } = resolveDocumentConflict(shown.notes.get(docId(id)), conflict, this.replica, choice);
    this.#revisions += 1;
    this.say({ op: 'doc.write', rev: `rev_${this.letter}${this.#revisions}`, via: 'resolve', ...write });
    this.say({ ...resolve, write: this.#seq });
    if (copy === null) return this;
    this.#revisions += 1;
    return this.say({ op: 'doc.write', rev: `rev_${this.letter}${this.#revisions}`, parents: [], ...copy });
  }

  #note(id) {
    return this.view().notes.get(docId(id));
  }

  #dots(op, field, id) {
    return this.log.filter(({ operation }) => operation.op === op && operation[field] === id).map(getDot);
  }

  #add(logged, known) {
    known.add(getDot(logged));
    this.log.push(logged);
    this.#lamport = Math.max(this.#lamport, logged.operation.l);
  }
}

const getSeenRevisions = ({ heads, losers }) => [...heads, ...losers.map(({ revisionId }) => revisionId)];

/**
 * Returns the id of a note. `n~` is the note recovered from `n`; `n+rev` is the copy created by a conflict about a
 * revision.
 */
export function docId(id) {
  if (id.endsWith('~')) return deriveRecoveredId(docId(id.slice(0, -1)));
  const [note, loser] = id.split('+');
  return loser === undefined ? `doc_${note}` : deriveCopyId(deriveConflictId(docId(note), `rev_${loser}`));
}
