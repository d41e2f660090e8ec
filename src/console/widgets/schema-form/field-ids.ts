/** Id of the control of a property, so that an error can lead to it: `config-headers.0.name`. */
export const fieldId = (formId: string, path: string): string => `${formId}-${path}`;

/**
 * Moves the focus to the control of a property, or of the nearest one around it that is on screen
 * (`fields` for `fields.2`); false when there is none.
 */
export function focusField(formId: string, path: string): boolean {
  const element = document.getElementById(fieldId(formId, path));
  if (!element) {
    const end = path.lastIndexOf('.');
    return end > 0 && focusField(formId, path.slice(0, end));
  }
  element.scrollIntoView({ block: 'center' });
  element.focus();
  return true;
}

/** Errors by property path: `url`, `headers.0.name`. */
export type FormErrors = Readonly<Record<string, string>>;

/** The error of a property, or the first one below it where it has no fields of its own. */
export function errorOf(errors: FormErrors, path: string, includeBelow = false): string | undefined {
  const own = errors[path];
  if (own !== undefined || !includeBelow) return own;
  const below = Object.keys(errors).find((key) => key.startsWith(`${path}.`));
  return below === undefined ? undefined : errors[below];
}
