import * as z from 'zod/mini';
import { METRIC_INFO } from '../../contract/alerts/metrics.ts';
import { alertConditionSchema, newAlertRuleSchema } from '../../contract/entities/alert.ts';

/**
 * Alert rules in a definition, beside its pipelines:
 *
 * ```yaml
 * alerts:
 *   - name: Buffer nearly full
 *     severity: HIGH
 *     condition:              # what is left out is as in a new rule: all, window of a minute, at once
 *       metric: bufferShare
 *       scope: {kind: selected, things: [{destination: Archive}, {pipeline: Web logs}]}
 *       operator: ABOVE
 *       threshold: 80
 *     channels:               # by name
 *       - ops
 *     enabled: false          # only where it is paused
 * ```
 *
 * A rule over a search has its `query`, as in Log Search. `groupBy` says what shares an alert.
 *
 * Ready-made rules are exported once they were changed: each site has them. A thing that has no name here, such as a
 * transform, is written as `{id: …}` and means the same site alone.
 */
const name = z.string().check(z.trim(), z.minLength(1));
const thingSchema = z.union(
  [
    z.strictObject({ source: name }),
    z.strictObject({ destination: name }),
    z.strictObject({ pipeline: name }),
    z.strictObject({ id: name }),
  ],
  { error: 'must be {source: name}, {destination: name}, {pipeline: name} or {id: …}' },
);
export type Thing = z.output<typeof thingSchema>;

const { all, pattern } = {
  all: z.strictObject({ kind: z.literal('all') }),
  pattern: z.strictObject({ kind: z.literal('pattern'), pattern: name }),
};
const scopeSchema = z.discriminatedUnion('kind', [
  all,
  pattern,
  z.strictObject({
    kind: z.literal('selected'),
    things: z.array(thingSchema).check(z.minLength(1, 'Select at least one'), z.maxLength(100)),
  }),
]);

const { shape } = alertConditionSchema;
const conditionSchema = z.strictObject({
  metric: shape.metric,
  scope: z._default(scopeSchema, { kind: 'all' }),
  query: shape.query,
  groupBy: shape.groupBy,
  groupField: shape.groupField,
  aggregation: z.optional(shape.aggregation),
  windowMinutes: z._default(shape.windowMinutes, 1),
  operator: shape.operator,
  threshold: shape.threshold,
  warning: shape.warning,
  everyMinutes: shape.everyMinutes,
  forMinutes: z._default(shape.forMinutes, 0),
  clearThreshold: z._default(shape.clearThreshold, null),
  clearMinutes: z._default(shape.clearMinutes, 0),
  noData: z._default(shape.noData, 'KEEP'),
});

const rule = newAlertRuleSchema.shape;
export const alertSectionSchema = z.strictObject({
  name: rule.name,
  severity: rule.severity,
  condition: conditionSchema,
  channels: z._default(z.array(name).check(z.maxLength(20)), []),
  runbookUrl: rule.runbookUrl,
  repeatMinutes: rule.repeatMinutes,
  message: rule.message,
  enabled: rule.enabled,
});
export type AlertDefinition = z.output<typeof alertSectionSchema>;

export function toAlertValue(what: AlertDefinition): Record<string, unknown> {
  const { condition: given, channels, runbookUrl, repeatMinutes, message, enabled } = what;
  const { metric, scope, windowMinutes, operator, threshold, forMinutes, clearMinutes } = given;
  const aggregation = given.aggregation ?? METRIC_INFO[metric].aggregations[0];
  const condition = {
    metric,
    ...(scope.kind === 'all' ? {} : { scope }),
    ...(given.query === undefined ? {} : { query: given.query }),
    ...(given.groupBy === undefined || given.groupBy === 'THING' ? {} : { groupBy: given.groupBy }),
    ...(given.groupField === undefined ? {} : { groupField: given.groupField }),
    ...(aggregation === METRIC_INFO[metric].aggregations[0] ? {} : { aggregation }),
    ...(windowMinutes === 1 ? {} : { windowMinutes }),
    operator,
    threshold,
    ...(given.warning ? { warning: given.warning } : {}),
    ...((given.everyMinutes ?? 1) === 1 ? {} : { everyMinutes: given.everyMinutes }),
    ...(forMinutes === 0 ? {} : { forMinutes }),
    ...(given.clearThreshold === null ? {} : { clearThreshold: given.clearThreshold }),
    ...(clearMinutes === 0 ? {} : { clearMinutes }),
    ...(given.noData === 'KEEP' ? {} : { noData: given.noData }),
  };
  return {
    name: what.name,
    severity: what.severity,
    condition,
    ...(channels.length === 0 ? {} : { channels }),
    ...(runbookUrl === '' ? {} : { runbookUrl }),
    ...(repeatMinutes === 0 ? {} : { repeatMinutes }),
    ...(message === '' ? {} : { message }),
    ...(enabled ? {} : { enabled }),
  };
}
