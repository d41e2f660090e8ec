import type { TestService } from './service.ts';

let number = 0;

export async function makeFileSink(api: TestService, name = `Archive ${++number}`, config: object = {}) {
  const settings = { path: `/tmp/penstock-test-output/${++number}/any.ndjson`, ...config };
  const sink = { name, siteId: api.siteId, templateId: 'file', config: settings };
  return (await api.call('createSink', { body: { sink } })).body.id as string;
}

export const buildArchivalBody = (api: TestService, sourceId: string, sinkId?: string) => ({
  body: { siteId: api.siteId, sourceId, sinkId },
});

export const listArchivePlans = (api: TestService) =>
  [...api.engine.plans.values()].filter(({ nodes }) => nodes.some((one) => one.isArchive));
