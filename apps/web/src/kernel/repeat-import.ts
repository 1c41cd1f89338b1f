/** Address of the module in the message of an import that failed. */
const ADDRESS = /https?:\/\/[^\s#]+/;

/**
 * Returns a function that imports a module, and after a failure imports it under another address: a browser keeps the
 * failure of an address as long as the page lives.
 *
 * @param load imports the module
 */
export function repeatImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let address: string | undefined;
  let failures = 0;
  return async () => {
    try {
      return await (address === undefined ? load() : import(/* @vite-ignore */ `${address}#${failures}`));
    } catch (error) {
      failures += 1;
      address = ADDRESS.exec(String(error))?.[0];
      throw error;
    }
  };
}
