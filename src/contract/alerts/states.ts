/** From the specification. Separate from the other enums because the first load does not need them. */

export const ALERT_SEVERITIES = ['SEVERITY_UNSPECIFIED', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export const ALERT_EVENT_STATES = ['INACTIVE', 'RESOLVED', 'FIRING', 'PENDING', 'DISCARDED'] as const;
export type AlertEventState = (typeof ALERT_EVENT_STATES)[number];
