/** Media type under which notes are dragged within the page. */
const TYPE = 'application/x-notes-ids';

/** Puts notes into a drag. */
export function setDraggedNotes({ dataTransfer }: DragEvent, ids: readonly string[]): void {
  dataTransfer?.setData(TYPE, ids.join(' '));
  if (dataTransfer) dataTransfer.effectAllowed = 'copyLink';
}

/** Returns the ids of the notes of a drop; none when something else is dropped. */
export const getDraggedIds = (transfer: DataTransfer | null): readonly string[] =>
  transfer?.getData(TYPE).match(/\S+/g) ?? [];

export const hasNotes = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes(TYPE) === true;

/** Returns the handlers of an element that notes can be dropped on. While notes are over it, it has `data-drop`. */
export function getNoteDropTarget(onDrop: (ids: readonly string[]) => void) {
  const setOver = ({ currentTarget }: DragEvent, isOver: boolean) =>
    (currentTarget as HTMLElement).toggleAttribute('data-drop', isOver);
  return {
    onDragOver: (event: DragEvent) => {
      if (!hasNotes(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(event, true);
    },
    onDragLeave: (event: DragEvent) => setOver(event, false),
    onDrop: (event: DragEvent) => {
      setOver(event, false);
      if (!hasNotes(event)) return;
      event.preventDefault();
      onDrop(getDraggedIds(event.dataTransfer));
    },
  };
}
