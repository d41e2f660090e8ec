/** Of the page before any file read it through this module: files may share a page. */
const ORIGINAL = Symbol.for('penstock.computed-style');
type Compute = typeof window.getComputedStyle;
const shared = window as unknown as { [ORIGINAL]?: Compute };

/** Read for every element by queries for roles and names, and by clicks. */
const INHERITED = new Set(['visibility']);
const OWN = new Set(['display', 'opacity', 'pointer-events', 'user-select']);
const NOT_PLAIN = /inherit|initial|revert|unset|var\(/;

const toCssName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const readInline = (element: Element, name: string): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(name) : '';

function readInherited(element: Element, name: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = readInline(at, name);
    if (value !== '') return value;
  }
  return '';
}

/** Otherwise only tags and `style` attributes give styles. */
const hasSheets = ({ head, adoptedStyleSheets }: Document): boolean =>
  adoptedStyleSheets.length > 0 || head.querySelector('style, link[rel="stylesheet"]') !== null;

/**
 * Reads the few styles that queries ask of every element from tags and `style` attributes: without style sheets,
 * happy-dom's cascade finds the same and takes longer. All else still goes through it.
 */
export function readInlineStyles(): void {
  shared[ORIGINAL] ??= window.getComputedStyle;
  const compute = shared[ORIGINAL].bind(window);
  const tagDisplay = new Map<string, string>();
  const readTagDisplay = ({ tagName, namespaceURI }: Element): string => {
    const key = `${namespaceURI} ${tagName}`;
    const known = tagDisplay.get(key);
    if (known !== undefined) return known;
    const page = document.implementation.createHTMLDocument('');
    const probe = page.createElementNS(namespaceURI, tagName.toLowerCase());
    page.body.append(probe);
    const display = compute(probe).display;
    tagDisplay.set(key, display);
    return display;
  };
  /** Undefined where the cascade has to say. */
  const readPlain = (element: Element, name: string): string | undefined => {
    if (!INHERITED.has(name) && !OWN.has(name)) return undefined;
    const value = INHERITED.has(name) ? readInherited(element, name) : readInline(element, name);
    if (NOT_PLAIN.test(value)) return undefined;
    return value === '' && name === 'display' ? readTagDisplay(element) : value;
  };
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || !element.isConnected || element.ownerDocument !== document || hasSheets(document))
      return compute(element, pseudo);
    const read = (name: string) => readPlain(element, name) ?? compute(element).getPropertyValue(name);
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return read;
        const plain = typeof name === 'string' ? readPlain(element, toCssName(name)) : undefined;
        if (plain !== undefined) return plain;
        const whole = compute(element);
        const value = Reflect.get(whole, name) as unknown;
        return typeof value === 'function' ? value.bind(whole) : value;
      },
    });
  };
}
