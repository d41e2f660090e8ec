import { setTimeout } from 'node:timers/promises';
import type { Locator } from '@playwright/test';
import {
  createAgent,
  decodeAnswer,
  describeAgent,
  effectiveOf,
  type HandmadeAgent,
  readOffer,
  STATE,
} from '../../harness/opamp.ts';
import type { Running } from './product.ts';

export const CONTENT = `receivers:
  otlp:
    protocols:
      grpc:
exporters:
  debug:
service:
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [debug]
`;
const ILL = {
  healthy: false,
  componentHealthMap: {
    'pipeline:logs': {
      healthy: false,
      componentHealthMap: { 'exporter:debug': { healthy: false, lastError: 'the disk is full' } },
    },
    extensions: { healthy: true },
  },
};

/** An agent that comes with a token, asks by plain HTTP, and comes again while the service starts. */
export const joinFleet = (url: string, token: string, number: number): HandmadeAgent =>
  createAgent(number, async (message) => {
    const headers = { 'content-type': 'application/x-protobuf', authorization: `Bearer ${token}` };
    const ask = () => fetch(`${url}/v1/opamp`, { method: 'POST', headers, body: message });
    let response = await ask();
    while (response.status === 503) {
      await setTimeout(500);
      response = await ask();
    }
    return decodeAnswer(new Uint8Array(await response.arrayBuffer()));
  });

/**
 * Takes what it is offered, and reports that it runs it.
 * @returns false when it is offered nothing
 */
export async function obey(agent: HandmadeAgent, state: number = STATE.APPLIED): Promise<boolean> {
  const answer = await agent.say();
  const offer = readOffer(answer);
  if (offer === undefined) return false;
  const problem = state === STATE.FAILED ? 'no such exporter' : '';
  await agent.report(answer, state, problem, { effectiveConfig: effectiveOf(offer) });
  return true;
}

/** The state in the diagram of a rollout while it is that of now: its name alone is always there. */
export const stateNow = (rollout: Locator, name: string): Locator =>
  rollout.getByRole('radio', { name: `${name}, now`, exact: true });

/** A fleet after a rollout, with one agent that runs something else than it is assigned. */
export async function makeFleet({ api, siteId, product }: Pick<Running, 'api' | 'siteId' | 'product'>) {
  const configuration = { siteId, name: 'Gateway', content: CONTENT };
  const { id: configurationId } = await api.call('createConfiguration', { body: { configuration } });
  const fleet = { siteId, name: 'Edge', description: 'Collectors in the branches' };
  const { id: fleetId } = await api.call('createFleet', { body: { fleet } });
  const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} });
  const agent = joinFleet(product.url, token, 1);
  const components = {
    receivers: { subComponentMap: { otlp: {} } },
    exporters: { subComponentMap: { debug: {} } },
  };
  await agent.hello({
    agentDescription: describeAgent('gateway-01.example.org'),
    health: ILL,
    availableComponents: { hash: Buffer.from('1'), components },
  });
  await api.call('startRollout', { path: { fleetId }, body: { rollout: { configurationId } } });
  const offered = await agent.say();
  const running = (readOffer(offered) ?? '').replace('grpc:', 'http:');
  await agent.report(offered, STATE.APPLIED, '', { effectiveConfig: effectiveOf(running) });
}
