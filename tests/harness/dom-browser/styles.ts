const INLINE = new Set(
  'A ABBR B CITE CODE EM I KBD LABEL MARK S SMALL SPAN STRONG SUB SUP TIME U VAR'.split(' '),
);

function displayOf(element: Element): string {
  if (element.hasAttribute('hidden')) return 'none';
  return INLINE.has(element.tagName) ? 'inline' : 'block';
}

/**
 * Tests load no style sheets, so only inline and tag styles matter. happy-dom's full cascade would take most
 * of a test's time.
 */
export function skipCascade(): void {
  window.getComputedStyle = (element: Element) => {
    const own = (element as HTMLElement).style;
    const read = (name: string): string => {
      const value = own?.getPropertyValue(name) ?? '';
      if (value !== '') return value;
      if (name === 'display') return displayOf(element);
      return name === 'visibility' ? 'visible' : '';
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) =>
        name === 'getPropertyValue'
          ? read
          : read(String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)),
    });
  };
}
