/** Ids of the inputs in the editor header, by draft field. */
export const DETAIL_FIELDS = {
  name: 'pipeline-name',
  description: 'pipeline-description',
  versionName: 'pipeline-version-name',
} as const;

/** Undefined when the header has no input for the field. */
export const findDetailField = (field: string | undefined): HTMLElement | null => {
  const known = Object.entries(DETAIL_FIELDS).find(([name]) => name === field);
  return known ? document.getElementById(known[1]) : null;
};

export const TYPING_REFUSAL_ID = 'pipeline-typing-refusal';
