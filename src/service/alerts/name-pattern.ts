/**
 * Matches patterns such as `web-*`, ignoring case. Each piece scans a name once, so no pattern is slow.
 */
export function compileNamePattern(pattern: string): (name: string) => boolean {
  const pieces = pattern.toLowerCase().split('*');
  const [first = ''] = pieces;
  const last = pieces.at(-1) ?? '';
  const middle = pieces.slice(1, -1).filter((piece) => piece !== '');
  if (pieces.length === 1) return (name) => name.toLowerCase() === first;
  return (name) => {
    const text = name.toLowerCase();
    const end = text.length - last.length;
    if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return false;
    let from = first.length;
    for (const piece of middle) {
      const at = text.indexOf(piece, from);
      if (at < 0) return false;
      from = at + piece.length;
    }
    return from <= end;
  };
}
