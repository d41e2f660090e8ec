import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, expectDone, WEB } from './support/exchange.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { expectRefusal } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const { exportSite, importText } = createExchange(() => api);

describe('all or nothing', () => {
  const SECOND = WEB.replaceAll('web', 'shop').replace('20900', '20905');

  test('one fault anywhere, and nothing of the rest is stored', async () => {
    const broken = `${SECOND}  - name: lost\n    graph:\n      - source: nowhere\n        to:\n          - shop sink\n`;
    await expectRefusal(api, () => importText(broken), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'pipelines.1.graph.0',
      message: /line 49, column 9 .*There is no source 'nowhere'/,
    });
  });

  test('a plan that is no longer true is refused by its tag', async () => {
    expectDone(await importText(WEB));
    const edited = WEB.replace('field: message', 'field: body');
    const tag = expectDone(await importText(edited, { dryRun: true })).headers.get('etag') ?? '';
    expectDone(await importText(WEB.replace('field: message', 'field: other')));
    await expectRefusal(api, () => importText(edited, { ifMatch: tag }), {
      status: 412,
      code: 'STALE_VERSION',
    });
    const again = expectDone(await importText(edited, { dryRun: true })).headers.get('etag') ?? '';
    expectDone(await importText(edited, { ifMatch: again }));
  });

  test('of 20 parallel imports that begin from one tag exactly one wins', async () => {
    expectDone(await importText(WEB));
    const tag = (await exportSite()).headers.get('etag') ?? '';
    const writers = Array.from({ length: 20 }, (_, n) =>
      importText(WEB.replace('field: message', `field: by${n}`), { ifMatch: tag }),
    );
    const statuses = (await Promise.all(writers)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(19);
  });

  test('the tag of an export opens an import of the same things', async () => {
    expectDone(await importText(WEB));
    const tag = (await exportSite()).headers.get('etag') ?? '';
    expectDone(await importText(WEB.replace('field: message', 'field: body'), { ifMatch: tag }));
    expect((await importText(WEB, { ifMatch: tag })).status).toBe(412);
  });

  test('when what runs cannot take a changed source, nothing is stored', async () => {
    await makeDeployedPipeline(api);
    const { definition } = (await exportSite()).body;
    const edited = definition.replace(/port: \d+/, 'port: 20999');
    const plan = expectDone(await importText(edited, { dryRun: true }));
    expect(plan.body.entries[0].appliesTo).toEqual(['web']);
    api.engine.failNext('The port is taken by another program');
    await expectRefusal(api, () => importText(edited), { status: 409, code: 'CONFLICT' });
    expectDone(await importText(edited));
    expect((await exportSite()).body.definition).toBe(edited);
  });

  test('without a version of what it began from: 428', async () => {
    const path = `/v1/pipelines/import?siteId=${api.siteId}`;
    const headers = { 'content-type': 'application/yaml' };
    expect((await api.request(path, { method: 'PUT', headers, body: WEB })).status).toBe(428);
  });
});
