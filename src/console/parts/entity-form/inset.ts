/** Room at both sides of a form; a dialog gives it that of its title. */
export const INSET = '--form-inset';
