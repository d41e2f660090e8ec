import { z } from 'zod';
import { checkSecretUrl, describeHost, secretUrlField, sendHttp } from './http.ts';
import { defineChannel } from './kind.ts';
import { type AlertMessage, formatTitle, listFacts } from './message.ts';

const schema = z
  .strictObject({
    url: secretUrlField(
      'From an incoming webhook, which belongs to one Slack channel.',
      'https://hooks.slack.com/services/…',
    ),
  })
  .superRefine(checkSecretUrl);

const SECTION_MAX_LENGTH = 2900;
/** What stands for itself in Slack's markup. https://docs.slack.dev/messaging/formatting-message-text */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const COLORS = { FIRING: '#d64545', RESOLVED: '#2f9e6e', DISCARDED: '#8a94a3' };

const toSection = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: escapeText(text).slice(0, SECTION_MAX_LENGTH) },
});

/** A colored attachment of blocks; `text` is what notifications show. */
const toSlackPayload = (message: AlertMessage) => ({
  text: escapeText(formatTitle(message)),
  attachments: [
    {
      color: COLORS[message.kind],
      blocks: [
        toSection(`*${formatTitle(message).replaceAll('*', '∗')}*`),
        toSection(
          listFacts(message)
            .map(([label, text]) => `${label}: ${text}`)
            .join('\n'),
        ),
      ],
    },
  ],
});

const writeBody = (message: AlertMessage): string => JSON.stringify(toSlackPayload(message));

export const slack = defineChannel({
  type: 'SLACK',
  name: 'Slack',
  description: 'Posts to a Slack channel by an incoming webhook.',
  schema,
  describeAddress: ({ url }) => describeHost(url),
  write: (_config, { message }) => ({ subject: '', bodies: [writeBody(message)] }),
  send: ({ url }, { message, now, signal }) =>
    sendHttp(
      { url, body: writeBody(message) },
      { now, signal, secrets: [url, new URL(url).pathname, new URL(url).search] },
    ),
});
