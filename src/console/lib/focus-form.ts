const FIELDS = 'input:not([readonly],:disabled),textarea:not([readonly],:disabled),[role="combobox"]';

/** Moves the focus to the first field of the form on screen. */
export function focusForm(): void {
  document.querySelector('#content form')?.querySelector<HTMLElement>(FIELDS)?.focus();
}
