import type { CounterPoint } from './read-metrics.ts';

export type ComponentCounter =
  | 'incoming'
  | 'outgoing'
  | 'sent'
  | 'failed'
  | 'waitingBytes'
  | 'waitingMaxBytes';

/** Growth since the previous report, or a current level. */
export type ComponentCount = {
  counter: ComponentCounter;
  /** Configuration id, such as `filter/errors`. */
  component: string;
  value: number;
};

const NAMES: readonly [RegExp, ComponentCounter][] = [
  [/^otelcol_processor_incoming_items(?:_total)?$/, 'incoming'],
  [/^otelcol_processor_outgoing_items(?:_total)?$/, 'outgoing'],
  [/^otelcol_exporter_sent_log_records(?:_total)?$/, 'sent'],
  [/^otelcol_exporter_(?:send|enqueue)_failed_log_records(?:_total)?$/, 'failed'],
  [/^otelcol_exporter_queue_size$/, 'waitingBytes'],
  [/^otelcol_exporter_queue_capacity$/, 'waitingMaxBytes'],
];
const COMPONENT = /(?:^|,)(?:processor|exporter)=([^,]+)/;
/** Items left at shutdown stay on the Collector's disk: no loss. */
const KEPT = /(?:^|,)error\.type=Shutdown(?:,|$)/;

export const isComponentCounter = (name: string): boolean => NAMES.some(([pattern]) => pattern.test(name));

export function findComponentCounter({
  name,
  attributes,
}: Pick<CounterPoint, 'name' | 'attributes'>): Omit<ComponentCount, 'value'> | undefined {
  const counter = NAMES.find(([pattern]) => pattern.test(name))?.[1];
  const component = COMPONENT.exec(attributes)?.[1];
  if (!counter || component === undefined || (counter === 'failed' && KEPT.test(attributes)))
    return undefined;
  return { counter, component };
}
