declare module 'virtual:notes-routes' {
  const routes: Readonly<Record<string, readonly [method: string, path: string, query: boolean]>>;
  export default routes;
}
declare module '*.css' {}
