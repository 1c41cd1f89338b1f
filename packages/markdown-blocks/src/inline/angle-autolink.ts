/** Grammar: CommonMark 0.31.2, section 6.5. */
const ADDRESS = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\u0000-\u0020<>\u007f]*)>/y;
const MAIL =
  /<([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?){0,126})>/y;

/** Returns the address in the `<…>` at `at`, an e-mail address as `mailto:`; null when there is none. */
export function angleAddressAt(text: string, at: number): { url: string; next: number } | null {
  ADDRESS.lastIndex = at;
  const address = ADDRESS.exec(text);
  if (address !== null) return { url: address[1]!, next: ADDRESS.lastIndex };
  MAIL.lastIndex = at;
  const mail = MAIL.exec(text);
  return mail === null ? null : { url: `mailto:${mail[1]}`, next: MAIL.lastIndex };
}
