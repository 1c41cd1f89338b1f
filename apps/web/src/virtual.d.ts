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
