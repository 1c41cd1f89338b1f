/** Properties of the inspector and of each of its tabs. */
export interface InspectorProps {
  readonly document_id: string;
  /** Current line, 1-based; the outline follows it. */
  readonly line: number;
  /** True when the note, its tags and its attachments can be changed. */
  readonly editable: boolean;
  /** Called with the 1-based line of a chosen heading. */
  readonly onGoTo: (line: number) => void;
  /** Inserts Markdown at the cursor. */
  readonly onInsert: (markdown: string) => void;
}
