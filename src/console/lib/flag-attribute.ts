/** For attributes that count by being there, such as `data-cursor`. */
export const toFlagAttribute = (on: boolean | undefined): '' | undefined => (on ? '' : undefined);
