import type { ChannelType, DeliveryState, MessageKind } from '../../../contract/alerts/channels.ts';
import type { AlertDelivery } from '../../../contract/entities/alert-channel.ts';
import type { ShapeName, Tone } from '../../components/widgets/icons/status-shape.tsx';
import { formatMinute } from '../../lib/format.ts';
import type { IconName } from '../../lib/icons/icon-names.ts';

export const CHANNEL_NAMES: Record<ChannelType, string> = {
  SLACK: 'Slack',
  EMAIL: 'E-mail',
  WEBHOOK: 'Webhook',
  MSTEAMS: 'Microsoft Teams',
  OPSGENIE: 'Opsgenie',
  PAGERDUTY: 'PagerDuty',
  CHANNEL_DEFAULT: 'Bell',
};

export const getChannelIcon = (type: ChannelType): IconName =>
  type === 'CHANNEL_DEFAULT' ? 'bellRing' : 'send';

export const MESSAGE_NAMES: Record<MessageKind, string> = {
  FIRING: 'Firing',
  RESOLVED: 'Resolved',
  DISCARDED: 'Ended',
};

export const DELIVERY_LOOKS: Record<DeliveryState, { label: string; shape: ShapeName; tone: Tone }> = {
  WAITING: { label: 'Waiting', shape: 'dashed', tone: 'info' },
  SENDING: { label: 'Sending', shape: 'dashed', tone: 'info' },
  SENT: { label: 'Sent', shape: 'check', tone: 'ok' },
  FAILED: { label: 'Failed', shape: 'octagon', tone: 'err' },
  CANCELED: { label: 'Canceled', shape: 'deleted', tone: 'text3' },
};

const isNever = (time: string): boolean => time.startsWith('0001');

/** Time sent or of the next attempt, and why. Empty if the state says it all. */
export function describeDelivery(delivery: AlertDelivery): string {
  const { state, sentAt, nextAttemptAt, attempts, problem, advice } = delivery;
  const parts: string[] = [];
  if (state === 'SENT' && !isNever(sentAt)) parts.push(formatMinute(new Date(sentAt)));
  if (attempts > 1) parts.push(`${attempts} tries`);
  if (state === 'WAITING' && attempts > 0) parts.push(`next try ${formatMinute(new Date(nextAttemptAt))}`);
  const why = [problem, state === 'SENT' ? '' : advice].filter((text) => text !== '').join('. ');
  if (why !== '') parts.push(why);
  return parts.join(', ');
}
