import { formatTime } from './format.ts';

type Origin = Readonly<Record<string, unknown>>;

function readOrigin(text: string | undefined): Origin | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Origin) : undefined;
  } catch {
    return undefined;
  }
}

/** The sender, file or partition of `@origin`, else its source. */
function namePlace({ sender, client, file, topic, partition, source }: Origin): string {
  if (typeof file === 'string') return file;
  if (typeof topic === 'string') return `${topic}, partition ${String(partition)}`;
  if (typeof sender === 'string') return typeof client === 'string' ? `${client} (${sender})` : sender;
  return String(source ?? 'unknown');
}

/**
 * `/var/log/app.log at byte 120, received 14:32:08`.
 * @param text JSON text of `@origin`; undefined or empty if unknown
 */
export function formatOrigin(text: string | undefined): string | undefined {
  const origin = readOrigin(text);
  if (!origin) return undefined;
  const { offset, file, listener, received } = origin;
  const parts = [namePlace(origin)];
  if (typeof offset === 'number')
    parts[0] += file === undefined ? `, offset ${offset}` : ` at byte ${offset}`;
  if (typeof listener === 'string') parts.push(`sent to ${listener}`);
  if (typeof received === 'string') parts.push(`received ${formatTime(received)}`);
  return parts.join(', ');
}

/** Paths as in queries and conditions, in the order of `@origin`. */
export function listOrigin(text: string | undefined): { path: string; value: string }[] {
  return Object.entries(readOrigin(text) ?? {}).map(([name, value]) => ({
    path: `@origin.${name}`,
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }));
}

/** `10.0.0.5 (12), 10.0.0.7 (3)`; undefined without origins. */
export function summarizeOrigins(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const origin = readOrigin(text);
    const place = origin && namePlace(origin);
    if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a);
  if (most.length === 0) return undefined;
  const shown = most.slice(0, PLACES_SHOWN).map(([place, count]) => `${place} (${count})`);
  const more = most.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

const PLACES_SHOWN = 5;
