import { MODEL_LIMITS } from '../assistant/model/endpoint-fetch.ts';
import {
  ENDPOINT_SECRETS,
  readEndpoint,
  requireSameAddress,
  requireUsable,
  toDay,
  toEndpointEntity,
} from '../assistant/model/endpoint-settings.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { requireVersion } from '../require.ts';

export const assistantEndpointHandlers = {
  getAssistantEndpoint: async ({ tx, services, setEtag }) => {
    const state = await readEndpoint(tx, services.sealer);
    setEtag(state.revision);
    return { endpoint: toEndpointEntity(state) };
  },
  updateAssistantEndpoint: async ({ body, tx, services, now, ifMatch, setEtag }) => {
    const { sealer } = services;
    const before = await readEndpoint(tx, sealer);
    requireVersion(ifMatch, before.revision, () => toEndpointEntity(before));
    requireUsable(body.endpoint);
    requireSameAddress(body.endpoint, before);
    const row = await tx.assistantEndpoint.find();
    const stored = row ? JSON.parse(row.settings) : {};
    const settings = sealer.seal(sealer.keep(body.endpoint, ENDPOINT_SECRETS, stored), ENDPOINT_SECRETS);
    await tx.assistantEndpoint.put({
      settings: JSON.stringify(settings),
      revision: before.revision + 1,
      updated_at: now,
    });
    const after = await readEndpoint(tx, sealer);
    setEtag(after.revision);
    return { endpoint: toEndpointEntity(after) };
  },
  testAssistantEndpoint: async ({ tx, services, request, note }) => {
    const { config } = await readEndpoint(tx, services.sealer);
    requireUsable({ ...config, enabled: true });
    if (config.address === '')
      throw invalid([{ field: 'endpoint.address', rule: 'required', message: 'Save an address first' }]);
    const begin = services.steady();
    // Loaded on demand: most services never ask a model.
    const { askOneWord } = await import('../assistant/model/ask.ts');
    const outcome = await askOneWord(config, MODEL_LIMITS, request.signal);
    const isOk = outcome.problem === undefined;
    await note({
      entity: 'assistant',
      id: 'assistant',
      name: 'Assistant',
      siteId: '',
      before: null,
      after: { tested: true, host: new URL(config.address).host, model: config.model, isOk },
    });
    return {
      result: {
        isOk,
        message: outcome.problem ?? `It answered: ${outcome.text}`,
        milliseconds: Math.round(services.steady() - begin),
      },
    };
  },
  getAssistantBrain: async ({ tx, services, principal, now }) => {
    const { config } = await readEndpoint(tx, services.sealer);
    if (!config.enabled)
      return { brain: { kind: 'EMBEDDED' as const, host: '', model: '', questionsLeft: 0 } };
    const asked = await tx.assistantUsage.count(principal.user.id, toDay(now));
    return {
      brain: {
        kind: 'MODEL' as const,
        host: new URL(config.address).host,
        model: config.model,
        questionsLeft: Math.max(0, config.questionsPerDay - asked),
      },
    };
  },
} satisfies Pick<
  Handlers,
  'getAssistantEndpoint' | 'updateAssistantEndpoint' | 'testAssistantEndpoint' | 'getAssistantBrain'
>;
