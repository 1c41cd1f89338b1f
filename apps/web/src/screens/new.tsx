export { NoteScreen as Screen } from '../editor/note-screen.js';
