import { z } from 'zod';
import { conditionValue, fieldPathText, refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { keyFields, optionalFieldPath, optionalTargetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { OPERATIONS } from './operations.ts';

/**
 * Windows up to this length delay acknowledgements by default. Waiting senders (HTTP, Splunk HEC, OTLP) time
 * out after 10 to 30 s and resend, so longer windows acknowledge early; the form explains what a crash then
 * loses.
 */
export const PATIENT_SECONDS = 10;

const resultSchema = z
  .strictObject({
    operation: field(z.enum(OPERATIONS).default('count'), {
      label: 'Operation',
      help: 'Values that are not numbers are left out of sums, averages, least, greatest and percentiles.',
      options: {
        count: 'Number of events, or of those with the field',
        sum: 'Sum',
        min: 'Least',
        max: 'Greatest',
        avg: 'Average',
        p50: 'Median, within 1 %',
        p95: '95th percentile, within 1 %',
        p99: '99th percentile, within 1 %',
        first: 'First value',
        last: 'Last value',
        distinct: 'Number of different values, up to 10000',
        collect: 'List of the values',
      },
    }),
    field: optionalFieldPath('Of the field', 'May be left empty to count events.', 'duration'),
    target: optionalTargetPath(
      'Written to',
      'Left empty, the name of the operation, after that of the field: duration_avg.',
      'duration_avg',
    ),
    limit: field(z.int().min(1).max(1000).default(100), {
      label: 'Values in the list',
      help: 'Further values are left out of the list.',
      visibleWhen: { property: 'operation', oneOf: ['collect'] },
    }),
  })
  .superRefine(({ operation, field: path }, context) => {
    if (operation !== 'count' && path === undefined)
      refuse(context, ['field'], 'required', `is required for the operation ${operation}`);
  });
export type AggregateResult = z.output<typeof resultSchema>;

export const getTarget = ({ operation, field: path, target }: AggregateResult): string =>
  target ?? (path === undefined ? operation : `${path}_${operation}`);

export const aggregateSchema = z
  .strictObject({
    groupBy: keyFields(
      'Group by',
      'Events with the same values here become one. Left empty, all become one.',
    ),
    seconds: field(z.int().min(1).max(86_400).default(10), {
      label: 'Every',
      help: 'The result of a group is sent this long after its first event.',
      unit: 's',
    }),
    results: field(
      z
        .array(resultSchema)
        .min(1)
        .max(50)
        .default([{ operation: 'count', limit: 100 }]),
      { label: 'Results', help: 'What is computed for each group.' },
    ),
    base: field(z.enum(['none', 'first', 'last']).default('none'), {
      label: 'Other fields',
      help: 'What the resulting event has besides the group and the results.',
      options: { none: 'Leave them out', first: 'From the first event', last: 'From the last event' },
    }),
    startField: optionalTargetPath(
      'Write the start to',
      'Time of the first event, or beginning of the span, in ISO 8601.',
      'window.start',
    ),
    endField: optionalTargetPath(
      'Write the end to',
      'Time of the last event, or end of the span, in ISO 8601.',
      'window.end',
    ),
    time: field(z.enum(['arrival', 'event']).default('arrival'), {
      label: 'Time of an event',
      help: 'By their own time, events are grouped into spans that begin at full multiples of the time above.',
      group: 'Time',
      options: { arrival: 'When it arrives', event: 'From a field' },
    }),
    timeField: field(fieldPathText().default('timestamp'), {
      label: 'Field with the time',
      help: 'ISO 8601, or seconds or milliseconds since 1970. An event without it cannot be processed.',
      kind: 'field',
      group: 'Time',
      visibleWhen: { property: 'time', oneOf: ['event'] },
    }),
    lateSeconds: field(z.int().min(0).max(86_400).default(5), {
      label: 'Wait for late events',
      help: 'A span stays open this much longer. An event that is even later creates a second result.',
      unit: 's',
      group: 'Time',
      visibleWhen: { property: 'time', oneOf: ['event'] },
    }),
    startsWhen: field(z.optional(conditionValue()), {
      label: 'A group begins with',
      help: 'An event that matches ends the group before it.',
      kind: 'condition',
      group: 'Bounds',
    }),
    endsWhen: field(z.optional(conditionValue()), {
      label: 'A group ends with',
      help: 'An event that matches is the last of its group, whose result leaves at once.',
      kind: 'condition',
      group: 'Bounds',
    }),
    maxEvents: field(z.int().min(1).max(1_000_000).default(100_000), {
      label: 'Events per group',
      help: 'After this many events the result is sent at once.',
      group: 'Limits',
    }),
    maxGroups: field(z.int().min(1).max(100_000).default(10_000), {
      label: 'Groups at a time',
      help: 'Beyond this many, or beyond 64 MiB of values, the result of the oldest group is sent early.',
      group: 'Limits',
    }),
    acknowledge: field(z.enum(['auto', 'delivered', 'taken']).default('auto'), {
      label: 'Sources are acknowledged',
      help: `While events wait for a result they are in memory only. If acknowledged at once, up to one window of them is lost when the engine crashes; if acknowledged with the result, senders over HTTP wait that long and may send again, and files are read again after a crash.`,
      group: 'Safety',
      options: {
        auto: `With the result if it comes within ${PATIENT_SECONDS} s, else at once`,
        delivered: 'With the result: nothing is lost',
        taken: 'At once: can lose data in a crash',
      },
    }),
    ...transformFields(),
  })
  .superRefine(({ results }, context) => {
    const targets = results.map(getTarget);
    for (const [index, target] of targets.entries())
      if (targets.indexOf(target) < index)
        refuse(context, ['results', index, 'target'], 'twice', `must differ: '${target}' is written twice`);
  });
export type AggregateConfig = z.output<typeof aggregateSchema>;

export const aggregate = defineComponent({
  templateId: 'aggregate',
  nodeType: 'TRANSFORM',
  name: 'Aggregate',
  version: '1.0.0',
  category: 'OPTIMIZER',
  group: 'Optimizers',
  description: 'Combines many events into one: counts, sums, averages and more for each group.',
  icon: 'sigma',
  warnings: [
    `With windows over ${PATIENT_SECONDS} s it can lose data: sources are answered before the result leaves, so a crash of the engine loses up to one window. The setting 'Sources are acknowledged' says otherwise.`,
  ],
  schema: aggregateSchema,
});
