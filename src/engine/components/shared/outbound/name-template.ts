import type { Batch } from '../../../event/batch.ts';
import { parseTemplate } from '../template-text.ts';

export type NameTemplate = (batch: Batch, event: number, time: Date) => string;

const two = (value: number): string => String(value).padStart(2, '0');
const date = (time: Date): string => time.toISOString().slice(0, 10);

const TIME_PARTS: Readonly<Record<string, (time: Date) => string>> = {
  '%': () => '%',
  Y: (time) => String(time.getUTCFullYear()),
  m: (time) => two(time.getUTCMonth() + 1),
  d: (time) => two(time.getUTCDate()),
  H: (time) => two(time.getUTCHours()),
  M: (time) => two(time.getUTCMinutes()),
  S: (time) => two(time.getUTCSeconds()),
  F: date,
  s: (time) => String(Math.floor(time.getTime() / 1000)),
};

function timePart(letter: string | undefined): (time: Date) => string {
  const known = TIME_PARTS[letter ?? ''];
  if (known) return known;
  const letters = Object.keys(TIME_PARTS).map((one) => `%${one}`);
  throw new Error(`has %${letter ?? ''}; known are ${letters.join(' ')}, in UTC`);
}

function timed(text: string): NameTemplate[] {
  const [first = '', ...rest] = text.split(/%(.|$)/su);
  const parts: NameTemplate[] = [() => first];
  for (let i = 0; i < rest.length; i += 2) {
    const render = timePart(rest[i]);
    const after = rest[i + 1] ?? '';
    parts.push((_batch, _event, time) => render(time) + after);
  }
  return parts;
}

/**
 * Compiles `logs-${service}-%F` with event fields (empty when missing, sanitized by `clean`) and time parts.
 * @throws Error that explains what is invalid
 */
export function nameTemplate(
  text: string,
  clean: (value: string) => string = (value) => value,
): NameTemplate {
  const parts = parseTemplate(text).flatMap((part): NameTemplate[] => {
    if (typeof part === 'string') return timed(part);
    return [
      (batch, event) => {
        const member = batch.get(event, part);
        return member < 0 ? '' : clean(batch.text(member));
      },
    ];
  });
  return (batch, event, time) => {
    let name = '';
    for (const part of parts) name += part(batch, event, time);
    return name;
  };
}
