/** Puts a header and its length before the numbers of tensors. */
export function toTensorFile(header: object, data: Uint8Array): Buffer<ArrayBuffer> {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, data]);
}
