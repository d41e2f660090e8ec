import { afterEach, describe, expect, test } from 'vitest';
import { FLAGS, type Flag } from '../../src/contract/flags.ts';
import { getAdmin, openConversation } from './support/converse.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService | undefined;
afterEach(() => api?.stop());

const without = async (flag: Flag): Promise<TestService> => {
  api = await startService({ flags: FLAGS.filter((one) => one !== flag), flagsOff: [flag] });
  return api;
};

const EVENTS = ['a=1 b=2', 'a=3 b=4'];
const SOURCE = { templateId: 'http_server', config: { format: 'text' } };
const LINES = 'fill the form for these lines\n{"a":1}\n{"a":2}';

describe('assistant: what a flag that is off refuses [R6-17, R6-18, R6-24, R6-25, R6-26]', () => {
  test.each([
    ['formAssistantTransform', { events: EVENTS }],
    ['formAssistantTransform', { events: EVENTS, templateId: 'parse_key_value' }],
    ['formAssistantSource', { events: EVENTS, source: SOURCE }],
    ['aiRecommendations', { events: EVENTS, templateId: 'filter' }],
  ] as const)('%s: suggestions %j', async (flag, body) => {
    const { status, body: answer } = await (await without(flag)).call('suggestSteps', { body });
    expect([status, answer.code]).toEqual([403, 'FORBIDDEN']);
    expect(answer.message).toContain(`turn on the feature ${flag} under Settings, Features`);
  });

  test.each([
    ['aiRecommendations', { events: EVENTS }],
    ['aiRecommendations', { events: EVENTS, source: SOURCE }],
    ['formAssistantSource', { events: EVENTS }],
    ['formAssistantTransform', { events: EVENTS, source: SOURCE }],
    ['formAssistantTransform', { events: EVENTS, templateId: 'filter' }],
  ] as const)('%s leaves other suggestions: %j', async (flag, body) => {
    expect((await (await without(flag)).call('suggestSteps', { body })).status).toBe(200);
  });

  test('aiRecommendations: the list of recommendations', async () => {
    const own = await without('aiRecommendations');
    const { status, body } = await own.call('listRecommendations', { query: { siteId: own.siteId } });
    expect([status, body.message]).toEqual([403, expect.stringMatching(/^Recommendations are turned off/)]);
  });

  test('chatAssistantSource: settings for the open form of a source', async () => {
    const form = { templateId: 'http_server', source: { format: 'text' } };
    const ask = async (own: TestService) =>
      openConversation(own, await getAdmin(own)).say(LINES, { metadata: { turn: 1, form } });
    const refused = await ask(await without('chatAssistantSource'));
    expect(refused.proposals).toEqual([]);
    expect(refused.text).toContain('Settings of sources are turned off for the assistant here');
    await api?.stop();
    expect((await ask(await without('onboardingTour'))).proposals).toHaveLength(1);
  });
});
