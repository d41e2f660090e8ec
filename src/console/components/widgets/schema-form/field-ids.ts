/** Control id of a property: `form.headers.0.name`. */
export const buildFieldId = (formId: string, path: string): string => `${formId}.${path}`;

/** The control of a property, or of its nearest ancestor on screen (`fields` for `fields.2`). */
function findControl(formId: string, path: string): HTMLElement | null {
  const element = document.getElementById(buildFieldId(formId, path));
  const end = path.lastIndexOf('.');
  return element ?? (end > 0 ? findControl(formId, path.slice(0, end)) : null);
}

/** Opens collapsed ancestors. */
function unfold(element: HTMLElement): void {
  for (let at = element.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
    at.open = true;
}

function moveTo(element: HTMLElement): void {
  unfold(element);
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
}

/** Focuses a property's control or its nearest ancestor; false when neither is on screen. */
export function focusField(formId: string, path: string): boolean {
  const element = findControl(formId, path);
  if (element) moveTo(element);
  return element !== null;
}

/** False when none is on screen. */
export function focusFirstError(formId: string, errors: FormErrors): boolean {
  const [first] = Object.keys(errors)
    .flatMap((path) => findControl(formId, path) ?? [])
    .toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  if (first) moveTo(first);
  return first !== undefined;
}

/** Errors by property path: `url`, `headers.0.name`. */
export type FormErrors = Readonly<Record<string, string>>;

/** Errors inside one part, by relative path: for `config`, `config.port` becomes `port`. */
export const pickErrorsWithin = (errors: FormErrors, part: string): FormErrors =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path.startsWith(`${part}.`))
      .map(([path, message]) => [path.slice(part.length + 1), message]),
  );

/** The error of a property, or with `includeBelow` the first one inside it. */
export function findFieldError(errors: FormErrors, path: string, includeBelow = false): string | undefined {
  const own = errors[path];
  if (own !== undefined || !includeBelow) return own;
  const below = Object.keys(errors).find((key) => key.startsWith(`${path}.`));
  return below === undefined ? undefined : errors[below];
}
