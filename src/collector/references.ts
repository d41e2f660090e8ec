/** Text the Collector expands itself, such as an environment variable. */
export class Reference {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Plain data for YAML. Doubles other dollar signs, which a Collector would
 * [expand](https://opentelemetry.io/docs/collector/configuration/#environment-variables).
 */
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
