/**
 * Fields of an event that stand for parts of a log record, both for events that come by OTLP and for those
 * that leave by it. Time, severity and body go by fields that a destination chooses.
 */
export const RECORD_FIELDS = {
  severityNumber: 'severity_number',
  traceId: 'trace_id',
  spanId: 'span_id',
  flags: 'trace_flags',
  eventName: 'event_name',
  observed: 'observed_timestamp',
  resource: 'resource',
  scope: 'scope',
  /** Attributes whose names have another meaning in the event already. */
  overruled: 'other_attributes',
} as const;

/** As many levels of lists and maps a value may have. */
export const MAX_VALUE_DEPTH = 64;
