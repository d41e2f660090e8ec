import { z } from 'zod';

/**
 * Messages as their providers describe them, written by hand in November 2026 from the pages named here; no provider
 * was asked. Fields that are not sent are left out.
 */

const text = (most: number) => z.string().min(1).max(most);

/**
 * https://docs.slack.dev/reference/block-kit/blocks/section-block and /messaging/formatting-message-text. `text` is
 * shown above attachments; only blocks that stand beside it, not in an attachment, would hide it. At most
 * 4,000 letters are advised.
 */
const slackSection = z.strictObject({
  type: z.literal('section'),
  text: z.strictObject({ type: z.literal('mrkdwn'), text: text(3000) }),
});
export const slackMessage = z.strictObject({
  text: text(4000),
  attachments: z
    .array(
      z.strictObject({
        color: z.string().regex(/^#[0-9a-f]{6}$/),
        blocks: z.array(slackSection).min(1).max(50),
      }),
    )
    .max(100),
});

/** https://adaptivecards.io/schemas/1.4.0/adaptive-card.json, in the envelope that a Teams workflow takes */
const textBlock = z.strictObject({
  type: z.literal('TextBlock'),
  text: z.string(),
  weight: z.enum(['default', 'lighter', 'bolder']),
  size: z.enum(['default', 'small', 'medium', 'large', 'extraLarge']),
  color: z.enum(['default', 'dark', 'light', 'accent', 'good', 'warning', 'attention']),
  wrap: z.boolean(),
});
const factSet = z.strictObject({
  type: z.literal('FactSet'),
  facts: z.array(z.strictObject({ title: z.string(), value: z.string() })),
});
const openUrl = z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() });
export const teamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: z.strictObject({
          $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: z.literal('AdaptiveCard'),
          version: z.literal('1.4'),
          fallbackText: z.string(),
          body: z.array(z.discriminatedUnion('type', [textBlock, factSet])),
          actions: z.array(openUrl),
        }),
      }),
    )
    .length(1),
});
/**
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using and
 * …/add-incoming-webhook: one attachment, `contentUrl` null, and 28 KB at most.
 */
export const TEAMS_MAX_BYTES = 28 * 1024;

/** https://developer.pagerduty.com/docs/send-alert-event */
const link = z.strictObject({ href: z.url(), text: z.string() });
export const pagerDutyEvent = z.discriminatedUnion('event_action', [
  z.strictObject({
    routing_key: z.string().min(1),
    dedup_key: text(255),
    event_action: z.literal('trigger'),
    client: z.string(),
    links: z.array(link),
    payload: z.strictObject({
      summary: text(1024),
      source: text(1024),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: z.iso.datetime(),
      component: z.string(),
      group: z.string().optional(),
      class: z.string(),
      custom_details: z.record(z.string(), z.string()),
    }),
  }),
  z.strictObject({
    routing_key: z.string().min(1),
    dedup_key: text(255),
    event_action: z.literal('resolve'),
  }),
]);
export const PAGERDUTY_MAX_BYTES = 512 * 1024;

/**
 * https://docs.opsgenie.com/docs/alert-api: create and close. Jira Service Management takes the same:
 * https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v2/api-group-integration-events/
 */
export const opsgenieAlert = z.strictObject({
  message: text(130),
  alias: text(512),
  description: text(15_000),
  responders: z
    .array(z.strictObject({ name: z.string(), type: z.enum(['team', 'user', 'escalation', 'schedule']) }))
    .optional(),
  tags: z.array(text(50)).max(20),
  details: z
    .record(z.string(), z.string())
    .refine((details) => Object.entries(details).flat().join('').length <= 8000, 'is longer than 8000'),
  entity: text(512),
  source: text(100),
  priority: z.enum(['P1', 'P2', 'P3', 'P4', 'P5']),
});
export const opsgenieClose = z.strictObject({ source: text(100), note: text(25_000) });
