/** From the specification, except `PAGERDUTY`. */
export const CHANNEL_TYPES = [
  'CHANNEL_DEFAULT',
  'SLACK',
  'EMAIL',
  'WEBHOOK',
  'MSTEAMS',
  'OPSGENIE',
  'PAGERDUTY',
] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** `DISCARDED`: the alert ended without clearing. */
export const MESSAGE_KINDS = ['FIRING', 'RESOLVED', 'DISCARDED'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The last three are final. */
export const DELIVERY_STATES = ['WAITING', 'SENDING', 'SENT', 'FAILED', 'CANCELED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
