import type { Condition } from '../../contract/conditions.ts';
import type { Finding, PatternInsight } from '../../contract/entities/insights.ts';
import type { SeenEvent } from './events.ts';
import { valueAt } from './events.ts';
import type { FieldFacts } from './fields.ts';

/** Less is not worth a transform: share of the bytes. */
const WORTH_SHARE = 0.01;
const LARGE_SHARE = 0.15;
const PATTERN_SHARE = 0.2;
/** A form that nearly all messages have says nothing. */
const PATTERN_SHARE_MAX = 0.95;
/** Fewer events tell nothing of what is constant. */
const EVENTS_MIN = 20;
const NEARLY_ALL = 0.9;
const DUPLICATE_LENGTH_MIN = 4;
const KEEP_ONE_IN = 10;
const LEVEL_NAMES = new Set(['level', 'severity', 'loglevel', 'log_level', 'lvl']);
const NOISE = /^(?:debug|trace|verbose|finest?|finer)$/i;
const EMPTY = new Set(['', 'null', '[]', '{}']);

export type Seen = {
  events: readonly SeenEvent[];
  bytes: number;
  facts: ReadonlyMap<string, FieldFacts>;
  patterns: readonly PatternInsight[];
  messageField: string;
};

const count = (events: number): string => events.toLocaleString('en-US');
const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}%`;

const removal = (
  path: string,
  kind: Finding['kind'],
  title: string,
  detail: string,
  bytes: number,
): Finding => ({
  id: `${kind}:${path}`,
  kind,
  title,
  detail,
  change: { templateId: 'remove_fields', name: `Remove ${path}`.slice(0, 60), config: { fields: [path] } },
  savedBytes: bytes,
});

const dropping = (match: Condition) => ({ templateId: 'filter', config: { action: 'drop', match } });

/** One field that goes for each field at most: the first rule that fits. */
function ofField(one: FieldFacts, { events, bytes, messageField, facts }: Seen): Finding | undefined {
  if (!one.isLeaf || one.path === messageField || one.isCapped) return undefined;
  const [only] = one.values.keys();
  const isEverywhere = one.presence >= NEARLY_ALL * events.length;
  if ([...one.values.keys()].every((text) => EMPTY.has(text)))
    return removal(
      one.path,
      'EMPTY_FIELD',
      `${one.path} is always empty`,
      `It holds nothing in ${count(one.presence)} of ${count(events.length)} events.`,
      one.bytes,
    );
  if (one.bytes < WORTH_SHARE * bytes) return undefined;
  if (one.values.size === 1 && isEverywhere)
    return removal(
      one.path,
      'CONSTANT_FIELD',
      `${one.path} never changes`,
      `It is ${only} in all ${count(one.presence)} events that have it, and tells nothing.`,
      one.bytes,
    );
  const twin = isEverywhere ? twinOf(one, events, facts) : undefined;
  if (twin)
    return removal(
      one.path,
      'DUPLICATE_FIELD',
      `${one.path} repeats ${twin.path}`,
      `Both hold the same in all ${count(one.presence)} events that have them.`,
      one.bytes,
    );
  return undefined;
}

/** Another field with the same text in every event; of two the one deeper, or later, goes. */
function twinOf(
  one: FieldFacts,
  events: readonly SeenEvent[],
  facts: ReadonlyMap<string, FieldFacts>,
): FieldFacts | undefined {
  const [first = ''] = one.values.keys();
  if (first.length < DUPLICATE_LENGTH_MIN) return undefined;
  for (const other of facts.values()) {
    if (other === one) return undefined;
    if (!other.isLeaf || other.presence !== one.presence || !other.values.has(first)) continue;
    const isSame = events.every((event) => {
      const [mine, theirs] = [valueAt(event.fields, one.names), valueAt(event.fields, other.names)];
      return JSON.stringify(mine) === JSON.stringify(theirs);
    });
    if (isSame) return other;
  }
  return undefined;
}

function largeFields({ facts, bytes, messageField }: Seen, taken: ReadonlySet<string>): Finding[] {
  return [...facts.values()]
    .filter((one) => one.isLeaf && one.bytes >= LARGE_SHARE * bytes)
    .filter(({ path }) => path !== messageField && !taken.has(path))
    .map((one) =>
      removal(
        one.path,
        'LARGE_FIELD',
        `${one.path} is ${percent(one.bytes, bytes)} of the volume`,
        'Remove it if nobody reads it at the destination.',
        one.bytes,
      ),
    );
}

/** Debug and trace lines, by the field that says the level. */
function noise({ events, facts }: Seen): Finding[] {
  return [...facts.values()].flatMap((one) => {
    const name = one.names.at(-1)?.toLowerCase() ?? '';
    const values = [...one.values.keys()].filter((text) => NOISE.test(text));
    if (!one.isLeaf || !LEVEL_NAMES.has(name) || values.length === 0) return [];
    const loud = events.filter((event) => values.includes(String(valueAt(event.fields, one.names))));
    const match: Condition = { match: 'all', rules: [{ field: one.path, operator: 'in', value: values }] };
    const shown = values.join(' and ');
    return [
      {
        id: `DEBUG_NOISE:${one.path}`,
        kind: 'DEBUG_NOISE' as const,
        title: `${percent(loud.length, events.length)} of the events are ${shown}`,
        detail: `${count(loud.length)} of ${count(events.length)} events say ${shown} in ${one.path}.`,
        change: { ...dropping(match), name: `Drop ${shown}`.slice(0, 60) },
        savedBytes: loud.reduce((sum, event) => sum + event.bytes, 0),
      },
    ];
  });
}

function frequent({ events, bytes, patterns, messageField }: Seen): Finding[] {
  return patterns
    .filter((one) => one.bytes >= PATTERN_SHARE * bytes && one.count < PATTERN_SHARE_MAX * events.length)
    .map((one) => {
      const condition: Condition = {
        match: 'all',
        rules: [{ field: messageField, operator: 'matches', value: one.expression }],
      };
      return {
        id: `FREQUENT_PATTERN:${one.id}`,
        kind: 'FREQUENT_PATTERN' as const,
        title: `One form of message is ${percent(one.bytes, bytes)} of the volume`,
        detail: `${count(one.count)} of ${count(events.length)} events: ${one.pattern}`,
        change: {
          templateId: 'sample',
          name: 'Sample a frequent message',
          config: { mode: 'one_in', rate: KEEP_ONE_IN, condition },
        },
        savedBytes: Math.round(one.bytes * (1 - 1 / KEEP_ONE_IN)),
      };
    });
}

/** What costs volume, each with the transform that saves it and what it saves of these events. */
export function findingsOf(seen: Seen): Finding[] {
  if (seen.events.length < EVENTS_MIN) return [];
  const fields = [...seen.facts.values()].flatMap((one) => ofField(one, seen) ?? []);
  const taken = new Set(fields.map(({ change }) => String((change.config.fields as string[])[0])));
  return [...fields, ...largeFields(seen, taken), ...noise(seen), ...frequent(seen)].sort(
    (a, b) => b.savedBytes - a.savedBytes,
  );
}
