/** Returns a text after a pressed key. Keeps a key that types, deletes or breaks a line from the page. */
export function holdKey(text: string, event: KeyboardEvent): string {
  const { key } = event;
  const typed = key === 'Enter' ? '\n' : key;
  const isTyped = [...typed].length === 1;
  if ((!isTyped && key !== 'Backspace') || event.isComposing || event.ctrlKey || event.metaKey) return text;
  event.preventDefault();
  event.stopImmediatePropagation();
  return isTyped ? text + typed : [...text].slice(0, -1).join('');
}
