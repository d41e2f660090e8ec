import { type AlertMessage, formatTitle, listFacts } from './message.ts';
import { defineSecretUrlChannel } from './secret-url.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/section-block */
const SECTION_MAX_LENGTH = 3000;
/** https://docs.slack.dev/messaging/formatting-message-text */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const COLORS = { FIRING: '#d64545', RESOLVED: '#2f9e6e', DISCARDED: '#8a94a3' };

/** Cuts, but not inside an escape sequence. */
function cutMarkup(text: string): string {
  const whole = escapeText(text);
  return whole.length <= SECTION_MAX_LENGTH
    ? whole
    : `${whole.slice(0, SECTION_MAX_LENGTH - 1).replace(/(&[a-z]*|[\ud800-\udbff])$/, '')}…`;
}

/**
 * Slack shows `text` above attachments and in notifications, so the attachment does not repeat it.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
const toSlackPayload = (message: AlertMessage) => {
  const facts = listFacts(message)
    .map(([label, text]) => `${label}: ${text}`)
    .join('\n');
  const section = { type: 'section', text: { type: 'mrkdwn', text: cutMarkup(facts) } };
  return {
    text: escapeText(formatTitle(message)),
    attachments: [{ color: COLORS[message.kind], blocks: [section] }],
  };
};

export const slack = defineSecretUrlChannel({
  type: 'SLACK',
  name: 'Slack',
  description: 'Posts to a Slack channel by an incoming webhook.',
  help: 'From an incoming webhook, which belongs to one Slack channel.',
  placeholder: 'https://hooks.slack.com/services/…',
  toPayload: toSlackPayload,
});
