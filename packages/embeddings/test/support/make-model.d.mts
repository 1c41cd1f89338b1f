export function makeModel(folder: string): void;
export function toSafetensors(rows: readonly Float32Array[]): Buffer;
export function frame(header: object, data: Uint8Array): Buffer<ArrayBuffer>;
