/** Horizontal padding of a form; a dialog sets it to that of its title. */
export const INSET = '--form-inset';
export const FORM_WIDTH = '--form-width';
