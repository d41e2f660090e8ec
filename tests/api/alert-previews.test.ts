import { afterEach, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import type { AlertMessagePreview } from '../../src/contract/entities/alert.ts';
import { makeKey, makeRole } from './support/access.ts';
import { type HttpReceiver, startHttpReceiver, startMailServer } from './support/alert-receivers.ts';
import { CONDITION } from './support/alert-rows.ts';
import { setUpAlertedService } from './support/alerts.ts';
import {
  opsgenieAlert,
  opsgenieClose,
  PAGERDUTY_MAX_BYTES,
  pagerDutyEvent,
  slackMessage,
  TEAMS_MAX_BYTES,
  teamsMessage,
} from './support/provider-schemas.ts';

const alerted = setUpAlertedService();
let receiver: HttpReceiver;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeEach(async () => {
  receiver = await startHttpReceiver();
  mail = await startMailServer();
});
afterEach(async () => {
  await receiver.stop();
  await mail.stop();
});

const SECRET = 'very-secret-0123456789abcdef';
const createChannels = async (): Promise<string[]> => {
  const own = { region: 'own', url: receiver.url };
  const address = { host: '127.0.0.1', port: mail.port, security: 'none' };
  const kinds: [string, object][] = [
    ['SLACK', { url: `${receiver.url}/slack/${SECRET}` }],
    ['MSTEAMS', { url: `${receiver.url}/teams/${SECRET}` }],
    ['PAGERDUTY', { routingKey: SECRET, ...own }],
    ['OPSGENIE', { apiKey: SECRET, team: 'SRE', ...own }],
    ['WEBHOOK', { url: `${receiver.url}/hook`, auth: 'bearer', token: SECRET }],
    ['EMAIL', { to: ['ops@example.com'], from: 'penstock@example.com', ...address }],
  ];
  const ids: string[] = [];
  for (const [type, config] of kinds) {
    const { body } = await alerted.api.call('createAlertChannel', {
      body: { alertChannel: { name: type, type, config } },
    });
    ids.push(body.id);
  }
  return ids;
};
const describeRule = (channelIds: string[], more: object = {}) => ({
  siteId: alerted.api.siteId,
  name: 'Many errors',
  condition: CONDITION,
  severity: 'HIGH',
  channelIds,
  message: '{{target}} is at {{value}}: <b>call</b> & "ask" *them*',
  runbookUrl: 'https://example.com/run',
  ...more,
});
const preview = async (alertRule: object, more: object = {}, headers: Record<string, string> = {}) =>
  (await alerted.api.call('previewAlertMessages', { body: { alertRule, ...more }, headers })).body;
const bodyOf = (previews: AlertMessagePreview[], type: string): string =>
  previews.find(({ channelType }) => channelType === type)?.body ?? '';
/** Ids and times differ. */
const blur = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z| UTC)/g, 'TIME')
    .replaceAll(/"(id|alias|dedup_key)":"[^"]*"/g, '"$1":"ID"')
    .replaceAll(SECRET, '…');

test('a preview is the message that is then delivered, without secrets', async () => {
  const channelIds = await createChannels();
  const { api, pass } = alerted;
  const { body } = await api.call('createAlertRule', { body: { alertRule: describeRule(channelIds) } });
  await pass(1, { errors: 9 });
  await api.service.services.alerts.deliver();
  await expect.poll(() => receiver.received.length).toBe(5);
  const told = await preview(describeRule(channelIds, { id: body.id }));
  expect(told).toMatchObject({ example: 'ALERT', value: 9, target: { name: 'Parse' } });
  expect(JSON.stringify(told)).not.toContain(SECRET);
  const sent = receiver.received.map(({ text }) => blur(text)).sort();
  const shown = told.previews.filter(({ channelType }: AlertMessagePreview) => channelType !== 'EMAIL');
  expect(shown.map((one: AlertMessagePreview) => blur(one.body)).sort()).toEqual(sent);
  const letter = told.previews.find(({ channelType }: AlertMessagePreview) => channelType === 'EMAIL');
  expect(letter).toMatchObject({ subject: "[High] Errors of 'Parse' in 'web': 9 errors" });
  expect(mail.mails[0]?.text).toContain(letter.subject);
});

test('it is filled in with the newest value, else as at its threshold', async () => {
  const channelIds = await createChannels();
  expect(await preview(describeRule(channelIds))).toMatchObject({ example: 'THRESHOLD', value: 5 });
  await alerted.pass(2, { errors: 3 });
  const told = await preview(describeRule(channelIds, { condition: { ...CONDITION, groupBy: 'RULE' } }));
  expect(told).toMatchObject({ example: 'VALUE', value: 3, target: { name: '3 nodes' } });
  expect(JSON.parse(bodyOf(told.previews, 'WEBHOOK')).title).toBe('[High] Errors of 3 nodes: 3 errors');
});

test('what Slack shows has its title once, and cuts no escape sequence', async () => {
  const [slack = ''] = await createChannels();
  const { previews } = await preview(describeRule([slack], { message: '&'.repeat(1000) }));
  const sent = JSON.parse(bodyOf(previews, 'SLACK'));
  expect(sent.text).toContain('[High] Errors of ');
  expect(JSON.stringify(sent).split(sent.text)).toHaveLength(2);
  const [{ text }] = sent.attachments[0].blocks;
  expect(text.text).toMatch(/&amp;…$/);
});

test('a warning is milder, and what clears says so', async () => {
  const channelIds = await createChannels();
  const warned = describeRule(channelIds, {
    condition: { ...CONDITION, warning: { threshold: 2, severity: 'LOW' } },
  });
  const warning = await preview(warned, { occasion: 'WARNING' });
  expect(JSON.parse(bodyOf(warning.previews, 'WEBHOOK'))).toMatchObject({ severity: 'LOW', event: 'firing' });
  const cleared = await preview(warned, { occasion: 'RESOLVED' });
  expect(JSON.parse(bodyOf(cleared.previews, 'WEBHOOK'))).toMatchObject({ event: 'resolved' });
});

test('whoever is no administrator sees no address and no template of a webhook', async () => {
  const { api } = alerted;
  const config = { url: receiver.url, body: 'template', template: '{"token": "x", "t": "{{title}}"}' };
  const alertChannel = { name: 'own', type: 'WEBHOOK', config };
  const { body } = await api.call('createAlertChannel', { body: { alertChannel } });
  const asked = describeRule([body.id]);
  expect(bodyOf((await preview(asked)).previews, 'WEBHOOK')).toContain('"token": "x"');
  const grants = [{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: [] }];
  const { headers } = await makeKey(api, { roleId: await makeRole(api, { grants }) });
  expect((await preview(asked, {}, headers)).previews).toMatchObject([
    { address: '', body: '', hidden: expect.stringContaining('Administrators see') },
  ]);
});

const LONG = 'x<&*_\\'.repeat(170).slice(0, 1000);
test.each([
  ['as it mostly is', {}],
  [
    'as long as it can be',
    { message: LONG, name: 'n'.repeat(64), runbookUrl: `https://example.com/${'r'.repeat(1900)}` },
  ],
])('payloads are what the providers publish: %s', async (_what, more) => {
  const channelIds = await createChannels();
  const check = (previews: AlertMessagePreview[], type: string, schema: z.ZodType, most = 1e6) => {
    const body = bodyOf(previews, type);
    expect(schema.safeParse(JSON.parse(body)).error?.issues ?? [], type).toEqual([]);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(most);
  };
  for (const severity of ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'SEVERITY_UNSPECIFIED'])
    for (const occasion of ['FIRING', 'RESOLVED']) {
      const { previews } = await preview(describeRule(channelIds, { severity, ...more }), { occasion });
      check(previews, 'SLACK', slackMessage);
      check(previews, 'MSTEAMS', teamsMessage, TEAMS_MAX_BYTES);
      check(previews, 'PAGERDUTY', pagerDutyEvent, PAGERDUTY_MAX_BYTES);
      check(previews, 'OPSGENIE', occasion === 'FIRING' ? opsgenieAlert : opsgenieClose);
    }
});
