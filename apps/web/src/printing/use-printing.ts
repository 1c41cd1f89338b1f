import { useEffect, useRef } from 'preact/hooks';
import { NotePrinter, type Printable } from './note-printer.js';

/**
 * Makes the browser print a note in its reading view while the calling screen is shown. Returns a function that prints
 * it after all content has loaded.
 */
export function usePrinting(printable: Printable): () => void {
  const latest = useRef(printable);
  latest.current = printable;
  const printer = useRef<NotePrinter>(undefined);
  useEffect(() => {
    printer.current = new NotePrinter({
      read: () => latest.current.read(),
      documentId: () => latest.current.documentId(),
      isOnScreen: () => latest.current.isOnScreen(),
    });
    return () => printer.current?.close();
  }, []);
  return () => void printer.current?.print();
}
