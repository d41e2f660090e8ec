import { type AlertMessage, formatTitle, listFacts } from './message.ts';
import { defineSecretUrlChannel } from './secret-url.ts';

const COLORS = { FIRING: 'attention', RESOLVED: 'good', DISCARDED: 'default' };

/**
 * Text blocks support some Markdown. https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features
 */
const escapeText = (text: string): string => text.replaceAll(/[\\`*_[\]()]/g, (mark) => `\\${mark}`);

const toTeamsPayload = (message: AlertMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        fallbackText: formatTitle(message),
        body: [
          {
            type: 'TextBlock',
            text: escapeText(formatTitle(message)),
            weight: 'bolder',
            size: 'medium',
            color: COLORS[message.kind],
            wrap: true,
          },
          {
            type: 'FactSet',
            facts: listFacts(message).map(([title, value]) => ({ title, value: escapeText(value) })),
          },
        ],
        actions: [
          ...(message.link === ''
            ? []
            : [{ type: 'Action.OpenUrl', title: 'Open alerts', url: message.link }]),
          ...(message.runbookUrl === ''
            ? []
            : [{ type: 'Action.OpenUrl', title: 'Runbook', url: message.runbookUrl }]),
        ],
      },
    },
  ],
});

export const teams = defineSecretUrlChannel({
  type: 'MSTEAMS',
  name: 'Microsoft Teams',
  description: 'Posts a card to a Teams channel by a workflow.',
  help: 'From a Teams workflow that posts to a channel when a webhook request is received.',
  placeholder: 'https://….api.powerplatform.com/…',
  toPayload: toTeamsPayload,
});
