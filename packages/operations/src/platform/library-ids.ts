/** Current ids of a library: joining a group changes them. */
export interface LibraryIds {
  readonly databaseId: string;
  readonly replicaId: string;
}
