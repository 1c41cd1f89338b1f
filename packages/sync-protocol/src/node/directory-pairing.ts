import { MAX_PAIRING_BOX_BYTES, type PairingBoxes, type PairingBoxKind } from '../control/pairing/pairing-boxes.js';
import type { CarrierFiles } from './carrier-files.js';

const FOLDER = 'pairing';
const SCRATCH = '.tmp';
const BOX = /^(inv_[0-9a-hjkmnp-tv-z]{26})\.(req|resp)$/;

/** Pairing boxes as files in the folder of a directory carrier. */
export class DirectoryPairing implements PairingBoxes {
  readonly #files: CarrierFiles;

  constructor(files: CarrierFiles) {
    this.#files = files;
  }

  async invitations(kind: PairingBoxKind): Promise<readonly string[]> {
    const boxes = (await this.#files.entries(FOLDER)).map(({ name }) => BOX.exec(name));
    return boxes.flatMap((box) => (box?.[2] === kind ? [box[1] as string] : [])).sort();
  }

  async get(invitationId: string, kind: PairingBoxKind): Promise<Uint8Array | null> {
    const path = getBoxPath(invitationId, kind);
    return path === null ? null : await this.#files.read(path, MAX_PAIRING_BOX_BYTES);
  }

  async put(invitationId: string, kind: PairingBoxKind, bytes: Uint8Array): Promise<void> {
    const path = getBoxPath(invitationId, kind);
    if (path === null || bytes.length > MAX_PAIRING_BOX_BYTES)
      throw new RangeError(`Not a valid pairing box: ${invitationId}.${kind}, ${bytes.length} bytes.`);
    await this.#files.write(path, bytes, SCRATCH);
  }

  async remove(invitationId: string): Promise<void> {
    for (const kind of ['req', 'resp'] as const) {
      const path = getBoxPath(invitationId, kind);
      if (path !== null) await this.#files.remove(path);
    }
  }
}

function getBoxPath(invitationId: string, kind: PairingBoxKind): string | null {
  const name = `${invitationId}.${kind}`;
  return BOX.test(name) ? `${FOLDER}/${name}` : null;
}
