/** Separate from the selectors, so that lists of pipelines load no editor. */
export const EDITOR_TEXTS = {
  deployTitle: 'Deploy Pipeline',
  deployText: (name: string) => `Are you sure you want to deploy changes made to ${name}?`,
  noChangeTitle: 'Pipeline has not changed',
  noChangeSaved: 'The pipeline is already saved to the latest version.',
  noChangeDeployed: 'The pipeline is already saved and deployed to the latest version.',
  discardTitle: 'Discard Changes',
  discardText: (name: string) =>
    `There are unsaved changes made to pipeline ${name}. Do you want to discard these changes?`,
  unload: 'You have unfinished changes!',
} as const;
