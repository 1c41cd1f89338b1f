export interface Module {
  readonly isEntry: boolean;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** Modules of the build, as the bundler describes them to the functions that name its chunks. */
export interface ModuleGraph {
  getModuleInfo(id: string): Module | null;
}
