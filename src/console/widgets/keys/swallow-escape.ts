/** For what closes on Escape: the key must not also reach the console behind it, which would go back a level. */
export const swallowEscape = (event: { stopPropagation: () => void }): true => {
  event.stopPropagation();
  return true;
};
