import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeKey, makeRole, makeSite } from './support/access.ts';
import { startService, type TestService } from './support/service.ts';

/** Ports and files belong to the machine, which may run sites that a user may not see. */
let api: TestService;
let headers: { authorization: string };
let otherSite: string;

const PORT = 20_990;
const FILE = { path: '/tmp/penstock-clash.ndjson', format: 'ndjson' };
const createSourceBody = (siteId: string, name: string) => ({
  source: { name, siteId, templateId: 'tcp', config: { port: PORT } },
});
const createSinkBody = (siteId: string, name: string) => ({
  sink: { name, siteId, templateId: 'file', config: FILE },
});
const ALL = ['SOURCES', 'SINKS', 'PIPELINES'].map((resourceType) => ({
  resourceType,
  accessTypes: ['READ', 'WRITE', 'DELETE'],
  extraGrants: [],
}));

beforeEach(async () => {
  api = await startService();
  otherSite = await makeSite(api);
  await api.call('createSource', { body: createSourceBody(otherSite, 'Payroll') });
  await api.call('createSink', { body: createSinkBody(otherSite, 'Wages') });
  const roleId = await makeRole(api, { grants: ALL, siteIds: [api.siteId] });
  ({ headers } = await makeKey(api, { roleId }));
});
afterEach(() => api.stop());

const text = `
format: penstock/v2
sources: [{name: Mine, type: tcp, config: {port: ${PORT}}}]
destinations: [{name: Mine, type: file, config: {path: ${FILE.path}, format: ndjson}}]
`;
const createTestBody = () => ({ source: { siteId: api.siteId, templateId: 'tcp', config: { port: PORT } } });

const WAYS = {
  'a new source': (): Call => ['createSource', { body: createSourceBody(api.siteId, 'Mine') }],
  'the test of a source': (): Call => ['testSource', { body: createTestBody() }],
  'a new destination': (): Call => ['createSink', { body: createSinkBody(api.siteId, 'Mine') }],
  'an import': (): Call => [
    'importPipelines',
    { query: { siteId: api.siteId, dryRun: true }, body: { definition: text } },
  ],
} as const;
type Call = Parameters<TestService['call']>;

test.each(Object.entries(WAYS))(
  '%s reports a clash with another site, named for readers alone',
  async (_, call) => {
    const [id, parts] = call();
    const told = JSON.stringify((await api.call(id, parts)).body);
    expect(told).toMatch(/'(Payroll|Wages)' of site 'Second' on this machine/);
    const hidden = JSON.stringify((await api.call(id, { ...parts, headers })).body);
    expect(hidden).toMatch(/a (source|destination) of another site on this machine/i);
    expect(hidden).not.toMatch(/Payroll|Wages|Second/);
  },
);

test('a clash within the own site is named', async () => {
  const config = { port: PORT + 1 };
  const make = (name: string) =>
    api.call('createSource', {
      body: { source: { siteId: api.siteId, name, templateId: 'tcp', config } },
      headers,
    });
  expect((await make('First')).status).toBe(200);
  expect((await make('Next')).body.message).toContain("is taken by the source 'First'; choose another port");
});
