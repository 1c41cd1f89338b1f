declare module 'virtual:notes-routes' {
  const routes: Readonly<Record<string, readonly [method: string, path: string, query: boolean]>>;
  export default routes;
}
declare module '*.css' {}
declare module 'virtual:notes-tools' {
  const tools: readonly {
    readonly name: string;
    readonly title: string;
    readonly scope: string;
    readonly syncScope: string;
  }[];
  export default tools;
}
declare module 'virtual:notes-diagrams' {
  /** Addresses of the documents that draw diagrams. */
  const addresses: Readonly<Record<import('./reading/diagrams/kinds.js').DiagramGroup, string>>;
  export default addresses;
}
declare module 'virtual:notes-pdf-files' {
  /** Address of the folder with the files that some PDF documents need. */
  const folder: string;
  export default folder;
}
declare module 'virtual:notes-commands' {
  const commands: Readonly<Record<string, string>>;
  export default commands;
}

declare module '*?worker&url' {
  const url: string;
  export default url;
}
