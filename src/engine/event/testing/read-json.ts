/**
 * Parses JSON one string at a time: JSON.parse of Node 24.21 returns wrong keys for some objects with escaped
 * keys.
 */
export function readJson(text: string): unknown {
  let at = 0;
  // Matches runs of plain characters: one by one, a megabyte overflows the stack.
  const token = /[ \t\r\n]*("[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^ \t\r\n{}[\]:,"]+)/y;
  const take = (): string => {
    token.lastIndex = at;
    const found = token.exec(text)?.[1];
    if (found === undefined) throw new Error(`no JSON at ${at}`);
    at = token.lastIndex;
    return found;
  };
  const value = (first: string): unknown => {
    if (first === '[') {
      const items: unknown[] = [];
      for (let next = take(); next !== ']'; next = take()) items.push(value(next === ',' ? take() : next));
      return items;
    }
    if (first !== '{') return JSON.parse(first);
    const fields: Record<string, unknown> = {};
    for (let next = take(); next !== '}'; next = take()) {
      const name = JSON.parse(next === ',' ? take() : next) as string;
      take();
      Object.defineProperty(fields, name, {
        value: value(take()),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return fields;
  };
  return value(take());
}
