/**
 * Event fields for parts of an OTLP log record, in both directions. The destination chooses the fields for
 * time, severity and body.
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
  /** Attributes whose names the event already uses. */
  overruled: 'other_attributes',
} as const;

export const MAX_VALUE_DEPTH = 64;
