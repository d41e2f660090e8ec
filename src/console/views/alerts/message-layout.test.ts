import { expect, test } from 'vitest';
import type { AlertMessagePreview } from '../../../contract/entities/alert.ts';
import { layOutMessage } from './message-layout.ts';

const build = (more: Partial<AlertMessagePreview>): AlertMessagePreview => ({
  channelId: '600000000000000002',
  channelName: 'ops',
  channelType: 'SLACK',
  address: '',
  subject: '',
  body: '',
  hidden: '',
  ...more,
});
const TITLE = '[High] Lag is 71 s';

test('a message of Slack is read back from its blocks and marks', () => {
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
  const blocks = [section('Message: &lt;b&gt; &amp;amp; more\nsecond line\nRule: R')];
  const body = JSON.stringify({ text: TITLE, attachments: [{ color: '#d64545', blocks }] });
  expect(layOutMessage(build({ body }))).toEqual({
    title: TITLE,
    facts: [
      { label: 'Message', text: '<b> &amp; more' },
      { label: '', text: 'second line' },
      { label: 'Rule', text: 'R' },
    ],
    links: [],
    color: '#d64545',
  });
});

test('a card of Teams is read back with its facts and actions', () => {
  const content = {
    body: [
      { type: 'TextBlock', text: '\\[High\\] Lag is 71 s' },
      { type: 'FactSet', facts: [{ title: 'Rule', value: 'a\\*b' }] },
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Runbook', url: 'https://example.com' }],
  };
  const body = JSON.stringify({ type: 'message', attachments: [{ content }] });
  expect(layOutMessage(build({ channelType: 'MSTEAMS', body }))).toEqual({
    title: TITLE,
    facts: [{ label: 'Rule', text: 'a*b' }],
    links: ['Runbook'],
    color: '',
  });
});

test('a mail has its subject as title; what programs read has no layout', () => {
  const body = `${TITLE}\n\nRule: R\nOpen: https://example.com: x`;
  expect(layOutMessage(build({ channelType: 'EMAIL', subject: TITLE, body }))).toMatchObject({
    title: TITLE,
    facts: [
      { label: 'Rule', text: 'R' },
      { label: 'Open', text: 'https://example.com: x' },
    ],
  });
  expect(layOutMessage(build({ channelType: 'WEBHOOK', body: '{}' }))).toBeUndefined();
});
