import { expect } from 'vitest';
import { eventually } from '../../harness/eventually.ts';
import { type HandmadeAgent, readOffer, type ServerMessage, STATE } from '../../harness/opamp.ts';
import { createChain, createGraphBody, makePipeline, makeTransform } from './fixtures.ts';
import type { FleetService } from './fleets.ts';

export const PLACE = { name: 'Branches', vendor: 'ON_PREMISE', engine: 'collectors' };
export const PATH = '/var/log/app.log';
export const keep = (text: string) => ({
  name: 'Keep some',
  templateId: 'filter',
  config: {
    action: 'keep',
    match: { match: 'all', rules: [{ field: 'message', operator: 'contains', value: text }] },
  },
});

/** Makes sites on Collectors whose agents are made by hand. `world` is that of the running test. */
export function createSiteTools(world: () => FleetService) {
  /** @param more what the agents say at first besides */
  async function makeSite(count = 1, more: object = {}) {
    const { api } = world();
    const siteId: string = (await api.call('createSite', { body: { site: PLACE } })).body.id;
    const { fleetId, configurationId } = (await site(siteId)).collectors;
    const { token } = (await api.call('createFleetToken', { path: { fleetId }, body: {} })).body;
    const agents: HandmadeAgent[] = [];
    const greetings: ServerMessage[] = [];
    for (let number = 1; number <= count; number += 1) {
      const agent = world().join(token, number);
      const greeting = await agent.hello(more);
      await agent.report(greeting, STATE.APPLIED);
      agents.push(agent);
      greetings.push(greeting);
    }
    await world().turn();
    return { siteId, fleetId, configurationId, token, agents, greetings };
  }
  const site = async (siteId: string) => (await world().api.call('getSite', { path: { siteId } })).body.site;

  /** A file, a filter and an OTLP receiver, saved as version 1. */
  async function makeFilePipeline(siteId: string, name = 'app') {
    const { api } = world();
    const place = { ...api, siteId };
    const source = { name: `Log of ${name}`, siteId, templateId: 'file_tail', config: { path: PATH } };
    const sink = {
      name: `Central of ${name}`,
      siteId,
      templateId: 'otlp_http',
      config: { url: 'https://logs.example.com' },
    };
    const sourceId = (await api.call('createSource', { body: { source } })).body.id;
    const sinkId = (await api.call('createSink', { body: { sink } })).body.id;
    const pipelineId = await makePipeline(place, name);
    const save = async (step: { name: string; templateId: string; config: object }) => {
      const transformId = await makeTransform(place, pipelineId, step);
      await api.call('saveGraph', {
        body: createGraphBody(pipelineId, createChain(sourceId, transformId, sinkId)),
      });
      return transformId;
    };
    return { pipelineId, sourceId, sinkId, save, transformId: await save(keep('error')) };
  }

  const act = (pipelineId: string, action: string, graphVersion = 0) =>
    world().api.call('runPipelineAction', { body: { pipelineId, action, graphVersion } });
  const pipeline = async (pipelineId: string) =>
    (await world().api.call('getPipeline', { path: { pipelineId } })).body.pipeline;

  /** Agents take what they are offered, and say what became of it, until nothing is left to offer. */
  async function answer(agents: readonly HandmadeAgent[], state: number, problem = ''): Promise<string[]> {
    const offers: string[] = [];
    await eventually(async () => {
      world().pass(31_000);
      for (const agent of agents) {
        const said: ServerMessage = await agent.say();
        const offer = readOffer(said);
        if (offer === undefined) continue;
        offers.push(offer);
        await agent.report(said, state, problem);
      }
      await world().turn();
      expect(offers.length).toBeGreaterThan(0);
    });
    return offers;
  }
  const reach = (pipelineId: string, status: string) =>
    eventually(async () => {
      await world().turn();
      expect((await pipeline(pipelineId)).status).toBe(status);
    });
  async function deploy(pipelineId: string, agents: readonly HandmadeAgent[], version = 1): Promise<string> {
    expect((await act(pipelineId, 'DEPLOY', version)).status).toBe(200);
    const offers = await answer(agents, STATE.APPLIED);
    await reach(pipelineId, 'DEPLOYED');
    return offers.at(-1) ?? '';
  }
  return { makeSite, site, makeFilePipeline, act, pipeline, answer, reach, deploy };
}
