import type { Condition } from '../../contract/conditions.ts';
import { FINDINGS_EVENTS_MIN, type Finding } from '../../contract/entities/insights.ts';
import { readValue, type SeenEvent } from './events.ts';
import type { FieldFacts } from './fields.ts';
import type { CollectedPattern } from './patterns.ts';
import { LEVEL_NAMES } from './trouble.ts';

/** Smaller shares are not worth a transform. */
const WORTH_SHARE = 0.01;
const LARGE_SHARE = 0.15;
const PATTERN_SHARE = 0.2;
/** A pattern of nearly all messages says nothing. */
const PATTERN_SHARE_MAX = 0.95;
const NEARLY_ALL = 0.9;
const DUPLICATE_LENGTH_MIN = 4;
const KEEP_ONE_IN = 10;
/** Event time; without it a destination shows the arrival. */
const TIME_NAMES = new Set(['timestamp', '@timestamp', 'time', 'date', 'datetime', 'ts']);
const NOISE = /^(?:debug|trace|verbose|finest?|finer)$/i;
const EMPTY = new Set(['', 'null', '[]', '{}']);

export type Seen = {
  events: readonly SeenEvent[];
  bytes: number;
  facts: ReadonlyMap<string, FieldFacts>;
  patterns: readonly CollectedPattern[];
  messageField: string;
};

const formatCount = (events: number): string => events.toLocaleString('en-US');
const formatPercent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}%`;

const proposeRemoval = (
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

const proposeDropping = (match: Condition) => ({ templateId: 'filter', config: { action: 'drop', match } });

/** At most one finding per field: the first rule that fits. */
function ofField(one: FieldFacts, { events, bytes, messageField, facts }: Seen): Finding | undefined {
  if (!one.isLeaf || one.path === messageField || one.isCapped) return undefined;
  const [only] = one.values.keys();
  const isEverywhere = one.presence >= NEARLY_ALL * events.length;
  if ([...one.values.keys()].every((text) => EMPTY.has(text)))
    return proposeRemoval(
      one.path,
      'EMPTY_FIELD',
      `${one.path} is always empty`,
      `It is empty in ${formatCount(one.presence)} of ${formatCount(events.length)} events.`,
      one.bytes,
    );
  if (one.bytes < WORTH_SHARE * bytes) return undefined;
  if (one.values.size === 1 && isEverywhere)
    return proposeRemoval(
      one.path,
      'CONSTANT_FIELD',
      `${one.path} never changes`,
      `It is ${only} in all ${formatCount(one.presence)} events that have it.`,
      one.bytes,
    );
  const twin = isEverywhere ? findTwin(one, events, facts) : undefined;
  if (twin)
    return proposeRemoval(
      one.path,
      'DUPLICATE_FIELD',
      `${one.path} repeats ${twin.path}`,
      `Both have the same value in all ${formatCount(one.presence)} events that have them.`,
      one.bytes,
    );
  return undefined;
}

/** A duplicate field; the deeper or later one is removed. */
function findTwin(
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
      const [mine, theirs] = [readValue(event.fields, one.names), readValue(event.fields, other.names)];
      return JSON.stringify(mine) === JSON.stringify(theirs);
    });
    if (isSame) return other;
  }
  return undefined;
}

function findLargeFields({ facts, bytes, messageField }: Seen, taken: ReadonlySet<string>): Finding[] {
  return [...facts.values()]
    .filter((one) => one.isLeaf && one.bytes >= LARGE_SHARE * bytes)
    .filter(({ path }) => path !== messageField && !taken.has(path))
    .filter(({ names }) => !TIME_NAMES.has(names.at(-1)?.toLowerCase() ?? ''))
    .map((one) =>
      proposeRemoval(
        one.path,
        'LARGE_FIELD',
        `${one.path} is ${formatPercent(one.bytes, bytes)} of the volume`,
        'Remove it if nobody reads it at the destination.',
        one.bytes,
      ),
    );
}

function findNoise({ events, facts }: Seen): Finding[] {
  return [...facts.values()].flatMap((one) => {
    const name = one.names.at(-1)?.toLowerCase() ?? '';
    const values = [...one.values.keys()].filter((text) => NOISE.test(text));
    if (!one.isLeaf || !LEVEL_NAMES.has(name) || values.length === 0) return [];
    const loud = events.filter((event) => values.includes(String(readValue(event.fields, one.names))));
    const match: Condition = { match: 'all', rules: [{ field: one.path, operator: 'in', value: values }] };
    const shown = values.join(' and ');
    return [
      {
        id: `DEBUG_NOISE:${one.path}`,
        kind: 'DEBUG_NOISE' as const,
        title: `${formatPercent(loud.length, events.length)} of the events are ${shown}`,
        detail: `${formatCount(loud.length)} of ${formatCount(events.length)} events say ${shown} in ${one.path}.`,
        change: { ...proposeDropping(match), name: `Drop ${shown}`.slice(0, 60) },
        savedBytes: loud.reduce((sum, event) => sum + event.bytes, 0),
      },
    ];
  });
}

/** Never samples warnings and errors, which would be missed when needed. */
function findFrequent({ events, bytes, patterns, messageField }: Seen): Finding[] {
  return patterns
    .filter(({ hasTrouble }) => !hasTrouble)
    .filter((one) => one.bytes >= PATTERN_SHARE * bytes && one.count < PATTERN_SHARE_MAX * events.length)
    .map((one) => {
      const condition: Condition = {
        match: 'all',
        rules: [{ field: messageField, operator: 'matches', value: one.expression }],
      };
      return {
        id: `FREQUENT_PATTERN:${one.id}`,
        kind: 'FREQUENT_PATTERN' as const,
        title: `One event pattern is ${formatPercent(one.bytes, bytes)} of the volume`,
        detail: `${formatCount(one.count)} of ${formatCount(events.length)} events: ${one.pattern}`,
        change: {
          templateId: 'sample',
          name: 'Sample a frequent message',
          config: { mode: 'one_in', rate: KEEP_ONE_IN, condition },
        },
        savedBytes: Math.round(one.bytes * (1 - 1 / KEEP_ONE_IN)),
      };
    });
}

/** Each finding has the transform that saves the volume. */
export function collectFindings(seen: Seen): Finding[] {
  if (seen.events.length < FINDINGS_EVENTS_MIN) return [];
  const fields = [...seen.facts.values()].flatMap((one) => ofField(one, seen) ?? []);
  const taken = new Set(fields.map(({ change }) => String((change.config.fields as string[])[0])));
  return [...fields, ...findLargeFields(seen, taken), ...findNoise(seen), ...findFrequent(seen)].sort(
    (a, b) => b.savedBytes - a.savedBytes,
  );
}
