/** Ids of the inputs in the head of the editor, by the field of the draft they change. */
export const DETAIL_FIELDS = {
  name: 'pipeline-name',
  description: 'pipeline-description',
  versionName: 'pipeline-version-name',
} as const;

/** The input of that field; undefined when the head has none for it. */
export const detailField = (field: string | undefined): HTMLElement | null => {
  const known = Object.entries(DETAIL_FIELDS).find(([name]) => name === field);
  return known ? document.getElementById(known[1]) : null;
};

/** Id of the words that say why nothing can be typed now; they stand in the head of the editor. */
export const TYPING_REFUSAL_ID = 'pipeline-typing-refusal';
