import {
  createAgent,
  decodeAnswer,
  describeAgent,
  effectiveOf,
  readOffer,
  STATE,
} from '../../harness/opamp.ts';
import type { Running } from './product.ts';

const CONTENT = `receivers:
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

/** A fleet after a rollout, with one agent that runs something else than it is assigned. */
export async function makeFleet({ api, siteId, product }: Pick<Running, 'api' | 'siteId' | 'product'>) {
  const configuration = { siteId, name: 'Gateway', content: CONTENT };
  const { id: configurationId } = await api.call('createConfiguration', { body: { configuration } });
  const fleet = { siteId, name: 'Edge', description: 'Collectors in the branches' };
  const { id: fleetId } = await api.call('createFleet', { body: { fleet } });
  const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} });
  const agent = createAgent(1, async (message) => {
    const headers = { 'content-type': 'application/x-protobuf', authorization: `Bearer ${token}` };
    const response = await fetch(`${product.url}/v1/opamp`, { method: 'POST', headers, body: message });
    return decodeAnswer(new Uint8Array(await response.arrayBuffer()));
  });
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
