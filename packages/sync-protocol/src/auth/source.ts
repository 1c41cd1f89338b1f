const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the name under which failures of an address are counted: the whole IPv4 address, or the first 64 bits of an
 * IPv6 address. A subscriber can change the other 64 bits at will.
 *
 * @param address remote address as a socket reports it
 */
export function getSourceName(address: string): string {
  const bare = address.replace(/%.*$/, '');
  const mapped = MAPPED.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  return bare.includes(':') ? `${getNetworkPrefix(bare)}::/64` : bare;
}

/** Returns the first four groups of an IPv6 address, written out. */
function getNetworkPrefix(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const behind = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length;
  const all = [...groups, ...new Array<string>(zeros).fill('0'), ...behind];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
