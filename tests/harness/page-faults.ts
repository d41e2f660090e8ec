/**
 * Focus that is hidden or behind an open dialog, in a browser or happy-dom. Nothing here may refer to anything
 * outside: browsers get its source.
 */
export function listFocusFaults(): string[] {
  const faults: string[] = [];
  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}'`;
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });

  const focused = document.activeElement;
  if (focused && focused !== document.body) {
    if (!focused.isConnected || !isVisible(focused))
      faults.push(`the focus is on ${describe(focused)}, which is not visible`);
    if (focused.closest('[inert], [aria-hidden="true"]'))
      faults.push(`the focus is on ${describe(focused)}, which is hidden from screen readers`);
  }
  const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"], dialog[open]')].filter(
    isVisible,
  );
  if (dialogs.length > 0 && !dialogs.some((dialog) => dialog.contains(focused)))
    faults.push(
      `the focus is on ${focused ? describe(focused) : 'nothing'}, behind the open dialog ${describe(dialogs[0]!)}`,
    );
  return faults;
}

/** Values shown as code writes them. Raw events may hold any text. */
export function listTextFaults(): string[] {
  const faults: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const raw = /\[object \w+\]|\bNaN\b|\bundefined\b|\bInvalid Date\b/.exec(node.textContent ?? '');
    const parent = node.parentElement;
    if (raw && parent && !parent.closest('pre, code, textarea, script, style'))
      faults.push(`'${raw[0]}' is shown in ${parent.tagName.toLowerCase()} '${parent.textContent}'`);
  }
  return faults;
}
