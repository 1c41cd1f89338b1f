/** Id of the notebook with the Help notes. */
export const HELP_NOTEBOOK = 'nb_help';

/** Puts Help notes behind the person's own, keeping the order of both. */
export const putHelpLast = <Hit extends { readonly notebook_id: string }>(hits: readonly Hit[]): Hit[] => {
  const isHelp = ({ notebook_id }: Hit) => notebook_id === HELP_NOTEBOOK;
  return [...hits.filter((hit) => !isHelp(hit)), ...hits.filter(isHelp)];
};
