/**
 * Matches the packages that every CodeMirror editor needs. As one file they compress better, and no file has to name
 * the exports of another.
 */
export const CODEMIRROR =
  /[/]node_modules[/](?:@codemirror[/](?:state|view|language|commands|streamparser)|style-mod|w3c-keyname|@marijn[/]find-cluster-break)[/]/;
