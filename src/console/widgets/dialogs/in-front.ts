const WINDOWS = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';

/** True while a window or a menu is in front, also before the focus is in it. */
export const isWindowInFront = (): boolean => document.querySelector(WINDOWS) !== null;
