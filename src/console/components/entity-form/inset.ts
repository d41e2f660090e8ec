/** Horizontal padding of a form; a dialog sets it to that of its title. */
export const INSET = '--form-inset';
/** Widest that its fields grow, 640 px when left out. */
export const FORM_WIDTH = '--form-width';
