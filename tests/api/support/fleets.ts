import { createAgent, decodeAnswer, type HandmadeAgent, type ServerMessage } from '../../harness/opamp.ts';
import { startService, type TestOptions, type TestService } from './service.ts';

export const COLLECTOR = `receivers:
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
export const withLevel = (level: string) =>
  COLLECTOR.replace('debug:\n', `debug:\n    verbosity: ${level}\n`);

const OPAMP = { 'content-type': 'application/x-protobuf' };

/** A service with its fleets turned on, and a clock that stands. */
export async function startFleetService(options: TestOptions = {}) {
  let now = Date.now();
  const api = await startService({ flags: ['fleetManagement'], clock: () => now, ...options });
  const post = async (token: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await api.service.app.request('http://127.0.0.1:4600/v1/opamp', {
      method: 'POST',
      headers: { ...OPAMP, authorization: `Bearer ${token}`, ...headers },
      body,
    });
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const makeFleet = async (
    more: object = {},
  ): Promise<{ fleetId: string; token: string; tokenId: string }> => {
    const fleet = { siteId: api.siteId, name: 'Edge', ...more };
    const fleetId: string = (await api.call('createFleet', { body: { fleet } })).body.id;
    const made = (await api.call('createFleetToken', { path: { fleetId }, body: {} })).body;
    return { fleetId, token: made.token, tokenId: made.id };
  };
  const makeConfiguration = async (content = COLLECTOR, name = 'Gateway'): Promise<string> => {
    const configuration = { siteId: api.siteId, name, content };
    return (await api.call('createConfiguration', { body: { configuration } })).body.id;
  };
  const join = (token: string, number: number): HandmadeAgent =>
    createAgent(number, async (message): Promise<ServerMessage> => {
      const { status, bytes } = await post(token, message);
      if (status !== 200) throw new Error(`${status} ${Buffer.from(bytes).toString()}`);
      return decodeAnswer(bytes);
    });
  const agents = async () => (await api.call('listAgents')).body.agents;
  const agent = async (host: string) => {
    const found = (await agents()).find((one: { host: string }) => one.host === host);
    return (await api.call('getAgent', { path: { agentId: found?.id } })).body.agent;
  };
  const fleet = async (fleetId: string) => (await api.call('getFleet', { path: { fleetId } })).body.fleet;
  const roll = async (fleetId: string, rollout: object) =>
    api.call('startRollout', { path: { fleetId }, body: { rollout } });
  const rollout = async (rolloutId: string) =>
    (await api.call('getRollout', { path: { rolloutId } })).body.rollout;
  const turn = () => api.service.services.fleets.turn();
  return {
    ...{ api, post, makeFleet, makeConfiguration, join, agents, agent, fleet, roll, rollout, turn },
    pass: (ms: number) => {
      now += ms;
    },
    /** What each service does by itself now and then: what others asked for, and rollouts. */
    lookAround: () => api.service.services.fleets.lookAround(),
    stop: () => api.stop(),
  };
}
export type FleetService = Awaited<ReturnType<typeof startFleetService>>;
export type { TestService };
