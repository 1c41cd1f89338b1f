const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EACCES: 'you have no permission to read it. Check the permissions of the file and its folder',
  EPERM: 'you have no permission to read it. Check the permissions of the file and its folder',
  EISDIR: 'this is a folder. Give the path of a file',
};

/** Explains an error of the system at reading a file of settings. */
export function explainUnreadable(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? `cannot be read${code && ` (${code})`}`;
}
