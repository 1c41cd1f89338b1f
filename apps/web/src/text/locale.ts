import { readStored } from '../kernel/browser-storage.js';

const KEY = 'notes.locale';
/** Pseudo-locale with which a test finds texts that did not come from a catalogue. */
const PSEUDO = 'en-XA';

/** True when texts are shown in the pseudo-locale. */
export const isPseudo = readStored('localStorage', KEY) === PSEUDO;

/** Locale for `Intl`: undefined for the browser's own. The pseudo-locale uses a language without Latin letters. */
export const locale: string | undefined = isPseudo ? 'ru' : undefined;
