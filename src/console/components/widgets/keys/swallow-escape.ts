/** Keeps Escape from the console, which would go up a level. */
export const swallowEscape = (event: { stopPropagation: () => void }): true => {
  event.stopPropagation();
  return true;
};
