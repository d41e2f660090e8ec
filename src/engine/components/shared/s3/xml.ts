const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CHARACTER = 0x10_ffff;

/** What it stands for; what stands for no character stays as it is. */
function decodeNumber(whole: string, number: number): string {
  return number <= LAST_CHARACTER ? String.fromCodePoint(number) : whole;
}

const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|(\w{1,8}));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return decodeNumber(whole, Number.parseInt(hex, 16));
    return decimal === undefined ? (ENTITIES[name] ?? whole) : decodeNumber(whole, Number(decimal));
  });

/**
 * Contents of all elements of a name, which hold none of that name. Read from one to the next: a bucket may answer
 * millions that are never closed, over which a pattern would take hours.
 */
export function listElements(xml: string, name: string): string[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const found: string[] = [];
  for (let at = xml.indexOf(open); at >= 0; ) {
    const from = at + open.length;
    const to = xml.indexOf(close, from);
    if (to < 0) break;
    found.push(xml.slice(from, to));
    at = xml.indexOf(open, to + close.length);
  }
  return found;
}

/** Text of the first element of a name; empty where there is none, or it is never closed. */
export function readTag(xml: string, name: string): string {
  const open = `<${name}>`;
  const at = xml.indexOf(open);
  const to = at < 0 ? -1 : xml.indexOf(`</${name}>`, at);
  if (to < 0) return '';
  const text = xml.slice(at + open.length, to);
  return text.includes('<') ? '' : decode(text);
}
