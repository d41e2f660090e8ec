import type { CounterPoint } from './read-metrics.ts';

/** Of processors, of exporters, and how much waits in the queue of an exporter. */
export type ComponentCounter =
  | 'incoming'
  | 'outgoing'
  | 'sent'
  | 'failed'
  | 'waitingBytes'
  | 'waitingMaxBytes';

/** What a component of a Collector counted since the report before, or a level of now. */
export type ComponentCount = {
  counter: ComponentCounter;
  /** As in its configuration, such as `filter/errors`. */
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
/** What waits when a Collector ends stays on its disk, and is no loss. */
const KEPT = /(?:^|,)error\.type=Shutdown(?:,|$)/;

/** Whether a metric says what a component does. */
export const isComponentCounter = (name: string): boolean => NAMES.some(([pattern]) => pattern.test(name));

/** Undefined for what says nothing of a component. */
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
