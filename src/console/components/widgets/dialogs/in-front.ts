const WINDOWS = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';

/** Also true before it has the focus. */
export const isWindowInFront = (): boolean => document.querySelector(WINDOWS) !== null;
