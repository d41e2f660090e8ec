/** Where messages go. Enumerations of the specification; PagerDuty is added to them. */
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

/** Why a message is sent: an alert began to fire, cleared, or ended without clearing. */
export const MESSAGE_KINDS = ['FIRING', 'RESOLVED', 'DISCARDED'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A message on its way. The last three are final. */
export const DELIVERY_STATES = ['WAITING', 'SENDING', 'SENT', 'FAILED', 'CANCELED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
