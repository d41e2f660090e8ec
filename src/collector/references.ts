/** Text of a configuration that the Collector fills in itself, such as a variable of its machine. */
export class Reference {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Plain data for YAML. Other dollar signs are doubled, since a Collector would take them for references. */
export function toPlain(value: unknown): unknown {
  if (value instanceof Reference) return value.text;
  if (typeof value === 'string') return value.replaceAll('$', '$$$$');
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, part]) =>
        part === undefined ? [] : [[key.replaceAll('$', '$$$$'), toPlain(part)]],
      ),
    );
  return value;
}
