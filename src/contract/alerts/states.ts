/** Enumerations of the specification, apart from the others: the first load needs none of them. */

export const ALERT_SEVERITIES = ['SEVERITY_UNSPECIFIED', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export const ALERT_EVENT_STATES = ['INACTIVE', 'RESOLVED', 'FIRING', 'PENDING', 'DISCARDED'] as const;
export type AlertEventState = (typeof ALERT_EVENT_STATES)[number];
