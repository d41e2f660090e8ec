/** ArcSight Common Event Format, version 25: `CEF:0|vendor|product|version|id|name|severity|key=value …`. */

export const HEADER = [
  'cef_version',
  'device_vendor',
  'device_product',
  'device_version',
  'event_class_id',
  'name',
  'severity',
] as const;

const KEY = /^[\w.\-[\]]{1,256}$/;

export type TakeField = (name: string, value: string) => boolean;

/**
 * Passes header and extension to `take`. Returns why the text is invalid, or null; `take` never gets invalid
 * parts.
 */
export function readCef(text: string, take: TakeField): string | null {
  const start = text.indexOf('CEF:');
  if (start < 0) return 'it has no CEF: in it';
  let at = start + 4;
  const header: string[] = [];
  while (header.length < HEADER.length) {
    const end = unescaped(text, '|', at);
    if (end < 0) {
      // The last bar is optional without an extension.
      if (header.length < HEADER.length - 1) return `its header has ${header.length + 1} of 7 parts`;
      header.push(text.slice(at));
      at = text.length;
    } else {
      header.push(text.slice(at, end));
      at = end + 1;
    }
  }
  for (const [index, name] of HEADER.entries())
    if (!take(name, (header[index] ?? '').replace(/\\([|\\])/g, '$1').trim())) return null;
  readExtension(text, at, take);
  return null;
}

function unescaped(text: string, wanted: string, from: number): number {
  for (let p = from; p < text.length; p++) {
    if (text[p] === '\\') p++;
    else if (text[p] === wanted) return p;
  }
  return -1;
}

/** A value ends at the key before the next `=`. An `=` without a key is part of the value. */
function readExtension(text: string, from: number, take: TakeField): void {
  let key: string | null = null;
  let valueStart = from;
  let wordStart = from;
  for (let p = from; p < text.length; p++) {
    const char = text[p];
    if (char === '\\') p++;
    else if (char === ' ') wordStart = p + 1;
    else if (char === '=' && p - wordStart <= 256 && KEY.test(text.slice(wordStart, p))) {
      if (key !== null && !take(key, valueText(text.slice(valueStart, wordStart)))) return;
      key = text.slice(wordStart, p);
      valueStart = p + 1;
      wordStart = p + 1;
    }
  }
  if (key !== null) take(key, valueText(text.slice(valueStart)));
}

const valueText = (raw: string): string => {
  const text = raw.trim();
  if (!text.includes('\\')) return text;
  return text.replace(/\\(.)/gs, (whole, char: string) => {
    if (char === 'n') return '\n';
    if (char === 'r') return '\r';
    return char === '=' || char === '\\' || char === '|' ? char : whole;
  });
};
