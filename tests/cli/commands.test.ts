import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeKey, makeRole, makeSite } from '../api/support/access.ts';
import { createCounters } from '../api/support/counting.ts';
import { WEB } from '../api/support/exchange.ts';
import { act, fetchPipeline, makeDeployedPipeline, makeSavedPipeline } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { eventually } from '../harness/eventually.ts';
import { type CommandLine, openCommandLine } from './support/command-line.ts';

let api: TestService;
let line: CommandLine;
let folder: string;
beforeEach(async () => {
  api = await startService();
  line = await openCommandLine(api);
  folder = mkdtempSync(join(tmpdir(), 'penstock-cli-'));
});
afterEach(async () => {
  await line.close();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const settled = () => api.service.services.lifecycle.settled();
const done = async (...args: string[]): Promise<string> => {
  const ran = await line.run(args);
  expect(ran, ran.note).toMatchObject({ exit: 0 });
  return ran.out;
};

describe('list and show', () => {
  test('columns are aligned, and JSON is what the API answers', async () => {
    const { pipelineId } = await makeSavedPipeline(api, 'web');
    const [titles = '', row = ''] = (await done('list', 'pipelines')).split('\n');
    expect(titles).toMatch(/^NAME +SITE +STATUS +HEALTH +DEPLOYED +LATEST +OPTIMIZED +ID$/);
    expect(row.indexOf('Not Deployed')).toBe(titles.indexOf('STATUS'));
    expect(row.endsWith(pipelineId)).toBe(true);
    expect(JSON.parse(await done('list', 'pipelines', '--json'))[0]).toMatchObject({ id: pipelineId });
    for (const noun of ['sources', 'destinations', 'sites', 'users'])
      expect((await done('list', noun)).split('\n').length).toBeGreaterThan(2);
    expect((await line.run(['list', 'files'])).note).toBe('There are no files\n');
  });

  test('a pipeline that fails says so beside its status, with its site', async () => {
    const { pipelineId, sinkId } = await makeDeployedPipeline(api, 'web');
    const gauges = { nodeId: sinkId, nodeType: 'SINK', busyMs: 0 } as const;
    const buffer = { bytes: 0, maxBytes: 1000, oldestAgeMs: 0, lingerMs: 0 };
    const count = (at: number, retries: number, eventsBuffered: number) =>
      api.engine.report({
        ...{ type: 'counters', bootId: 'a', sequence: at, at },
        pipelines: { [pipelineId]: { [sinkId]: createCounters(10, 10, { eventsBuffered, lastEventAt }) } },
        gauges: { [pipelineId]: { [sinkId]: { ...gauges, retries, buffer } } },
      });
    const at = Date.now();
    // Before the error, also on a clock that stands between reports.
    const lastEventAt = at - 5000;
    count(at - 1000, 0, 0);
    const what = {
      errorName: 'ConnectionRefused',
      level: 'ERROR',
      message: 'The connection was refused',
    } as const;
    api.engine.report({
      type: 'errors',
      errors: [
        {
          ...{ pipelineId, componentId: sinkId, nodeId: sinkId, ...what, causes: [], resolutions: [] },
          ...{ count: 1, lastAt: at, exampleEvent: '' },
        },
      ],
    });
    count(at, 1, 3);
    expect(await done('list', 'pipelines')).toMatch(/^web +Local +Deployed +Failing +v1 /m);
    const shown = await done('show', 'pipeline', 'web');
    expect(shown).toMatch(/Site +Local\n/);
    expect(shown).toMatch(
      /Health +Failing\nWhy +web sink: Nothing is delivered: The connection was refused\n/,
    );
  });

  test('a pipeline lists possible actions, with the reasons of the console', async () => {
    await makeSavedPipeline(api, 'web');
    const text = await done('show', 'pipeline', 'web');
    expect(text).toMatch(/Can deploy +yes/);
    expect(text).toMatch(/Can pause +no: Pipeline is Not Deployed; only a deployed pipeline can be paused/);
    expect(await done('show', 'source', 'web source')).toMatch(/templateId +tcp/);
  });

  test('names of a person steer no terminal', async () => {
    const { pipelineId } = await makeSavedPipeline(api, 'web');
    // Stored before names were restricted.
    await api.store.pipelines.update(pipelineId, { name: 'red\u001b[31m' });
    const text = await done('list', 'pipelines');
    expect(text).toContain('red\\u001b[31m');
    expect(text).not.toContain('\u001b');
  });

  test('JSON and YAML steer no terminal, and mean the same', async () => {
    const { pipelineId } = await makeSavedPipeline(api, 'web');
    const description = 'red \u009b31m \u202e\u007f';
    await api.store.pipelines.update(pipelineId, { description });
    const json = await done('list', 'pipelines', '--json');
    const yaml = await done('export', pipelineId);
    for (const text of [json, yaml]) expect(text).not.toMatch(/[\u007f-\u009f\u202e]/);
    expect(JSON.parse(json)).toMatchObject([{ description }]);
    expect(yaml).toContain('red \\u009b31m \\u202e\\u007f');
  });
});

describe('deploy, pause, resume, bypass', () => {
  test('each waits until it ended and says so', async () => {
    const { pipelineId } = await makeSavedPipeline(api, 'web');
    expect(await done('deploy', 'web')).toBe("'web' runs v1\n");
    expect(await done('pause', pipelineId)).toBe("'web' is paused\n");
    expect(await done('resume', 'web')).toBe("'web' runs again\n");
    expect(JSON.parse(await done('bypass', 'web', '--json'))).toMatchObject({ status: 'BYPASSED' });
  });

  test('forbidden actions are refused with the reason, without a call', async () => {
    await makeDeployedPipeline(api, 'web');
    const again = await line.run(['deploy', 'web']);
    expect([again.exit, again.note]).toEqual([
      1,
      'penstock: v1 is deployed already; edit the pipeline, or force the deployment\n',
    ]);
    expect(await done('deploy', 'web', '--force')).toBe("'web' runs v1\n");
    expect((await line.run(['resume', 'web'])).note).toContain(
      'only a paused or bypassed pipeline can be resumed',
    );
    expect((await line.run(['cancel', 'web'])).note).toContain('Nothing to cancel');
    expect((await line.run(['deploy', 'web', '--graph-version', '7'])).note).toContain(
      'Version 7 does not exist',
    );
  });

  test('a failed deployment exits with 5, the reason and a cure', async () => {
    await makeSavedPipeline(api, 'web');
    api.engine.failNext('The address 127.0.0.1:5514 cannot be used');
    const { exit, note } = await line.run(['deploy', 'web']);
    expect(exit).toBe(5);
    expect(note).toContain("penstock: 'web' is Error\n");
    expect(note).toContain('  Why: The address 127.0.0.1:5514 cannot be used\n  Why: The port is taken\n');
    expect(note).toContain('  What to do: Choose another port\n');
  });

  test('a deployment is followed however long it waits for others, and says so', async () => {
    await makeSavedPipeline(api, 'web');
    api.engine.firstSteps = ['validating', 'waiting'];
    const release = api.engine.hold();
    let clock = 0;
    const now = () => {
      clock += 10_000;
      if (clock > 200_000) release();
      return clock;
    };
    expect(await line.run(['deploy', 'web'], { now })).toEqual({
      exit: 0,
      out: "'web' runs v1\n",
      note: "'web' waits for other pipelines to start\n",
    });
  });

  test('--no-wait returns with the action pending', async () => {
    const { pipelineId } = await makeSavedPipeline(api, 'web');
    const release = api.engine.hold();
    expect(await done('deploy', 'web', '--no-wait')).toBe("'web': Deploying\n");
    release();
    await settled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({ status: 'DEPLOYED' });
  });
});

describe('export and import', () => {
  test('a key for CI imports with the grants that the documentation of sites names', async () => {
    const kinds = ['PIPELINES', 'SOURCES', 'SINKS'].map((resourceType) => ({
      resourceType,
      accessTypes: ['WRITE'],
      extraGrants: [],
    }));
    const sites = { resourceType: 'SITES', accessTypes: ['READ'], extraGrants: [] };
    const runWith = async (name: string, grants: object[]) => {
      const { key } = await makeKey(api, { name, roleId: await makeRole(api, { name, grants }) });
      const environment = { PENSTOCK_API_KEY: key };
      return line.run(['import', '-', '--site', api.siteId], { environment, input: WEB });
    };
    const short = await runWith('without sites', kinds);
    expect([short.exit, short.note]).toEqual([4, expect.stringContaining('You need READ on Sites')]);
    expect(await runWith('CI', [...kinds, sites])).toMatchObject({ exit: 0 });
  });

  test('what is exported is imported again without a change', async () => {
    await makeSavedPipeline(api, 'web');
    const file = join(folder, 'site.yaml');
    await done('export', '--output', file);
    expect(readFileSync(file, 'utf8')).toBe(await done('export', 'web'));
    expect(await done('import', file)).toMatch(/unchanged +pipeline +web/);
  });

  test('a dry run shows the plan; the import applies it', async () => {
    const ran = await line.run(['import', '-', '--dry-run'], { input: WEB });
    expect([ran.exit, ran.note]).toEqual([0, 'Nothing was changed\n']);
    expect(ran.out).toMatch(/create +pipeline +web/);
    expect((await line.run(['list', 'pipelines'])).note).toBe('There are no pipelines\n');
    expect((await line.run(['import', '-'], { input: WEB })).note).toContain('Imported; deploy a pipeline');
    expect(await done('list', 'pipelines')).toContain('web');
  });

  test('a wrong definition names where it is wrong', async () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, WEB.replace('type: tcp', 'type: pigeon'));
    const { exit, note } = await line.run(['import', file]);
    expect(exit).toBe(1);
    expect(note).toContain('pigeon');
    const off = WEB.replace(
      / {10}- web sink\n$/,
      '$&      - destination: web sink\n        disabled: true\n',
    );
    expect((await line.run(['import', '-'], { input: off })).note).toContain(
      'no destination: every one is disabled. Enable a destination',
    );
    expect((await line.run(['import', join(folder, 'none.yaml')])).exit).toBe(2);
  });
});

describe('tap', () => {
  test('prints the events of a node and ends with the limit', async () => {
    await makeDeployedPipeline(api, 'web');
    const running = line.run(['tap', 'web', 'Parse', '--limit', '2']);
    await eventually(() => expect(api.engine.taps).toHaveLength(1));
    const [tap] = api.engine.taps;
    tap?.onEvents([
      { text: '{"a":1}', at: Date.now() },
      { text: 'bell \u0007', at: Date.now() },
    ]);
    expect(await running).toMatchObject({ exit: 0, out: '{"a":1}\nbell \\u0007\n' });
  });

  test('an interrupt ends the capture, and the events so far stay', async () => {
    await makeDeployedPipeline(api, 'web');
    const interrupt = new AbortController();
    const running = line.run(['tap', 'web'], { signal: interrupt.signal });
    await eventually(() => expect(api.engine.taps).toHaveLength(1));
    interrupt.abort();
    expect((await running).exit).toBe(0);
    expect(api.engine.taps).toEqual([]);
  });

  test('an interrupt before the capture is confirmed still ends it', async () => {
    await makeDeployedPipeline(api, 'web');
    const interrupt = new AbortController();
    const { engine } = api;
    const open = engine.tap.bind(engine);
    engine.tap = (...asked) => {
      interrupt.abort();
      return open(...asked);
    };
    expect((await line.run(['tap', 'web'], { signal: interrupt.signal })).exit).toBe(0);
    expect(engine.taps).toEqual([]);
  });

  test('an unknown node, and a pipeline that does not run', async () => {
    const { pipelineId } = await makeDeployedPipeline(api, 'web');
    const wrong = await line.run(['tap', 'web', 'Nothing']);
    expect([wrong.exit, wrong.note]).toEqual([
      1,
      expect.stringContaining("Name one of 'web source', 'Parse'"),
    ]);
    await act(api, pipelineId, 'DELETE');
    await makeSavedPipeline(api, 'idle');
    expect((await line.run(['tap', 'idle'])).note).toContain('is not deployed, so no events flow');
  });
});

test('explain lists what changed', async () => {
  await makeDeployedPipeline(api, 'web');
  expect(await done('explain', 'web', '--from', '1h')).toMatch(/web +local@localhost +.*v1/);
  expect((await line.run(['explain', '--from', 'yesterday'])).note).toContain(
    "--from 'yesterday' is not a time",
  );
});

describe('call', () => {
  test('makes any call of the table, and lists them', async () => {
    const { pipelineId } = await makeSavedPipeline(api, 'web');
    const answer = JSON.parse(await done('call', 'getPipeline', '--path', `pipelineId=${pipelineId}`));
    expect(answer.pipeline.name).toBe('web');
    const body = JSON.stringify({ pipeline: { id: pipelineId, name: 'renamed' } });
    expect((await line.run(['call', 'updatePipeline', '--body', body])).note).toContain('If-Match');
    await done('call', 'updatePipeline', '--body', body, '--if-match', '*');
    expect(await done('list', 'pipelines')).toContain('renamed');
    expect(await done('call')).toContain('runPipelineAction');
    expect((await line.run(['call', 'getPipeline'])).exit).toBe(2);
  });
});

describe('sites', () => {
  test('with several, one has to be named', async () => {
    await makeSavedPipeline(api, 'web');
    await makeSite(api);
    const { exit, note } = await line.run(['export']);
    expect([exit, note]).toEqual([2, expect.stringContaining('--site: ')]);
    expect(await done('export', '--site', 'Local')).toContain('name: web');
    expect((await line.run(['list', 'pipelines', '--site', 'Second'])).note).toBe('There are no pipelines\n');
  });
});

describe('who calls', () => {
  test('the key is from environment or file; refusals name the grant', async () => {
    await makeSavedPipeline(api, 'web');
    const grants = [{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: [] }];
    const { key } = await makeKey(api, { roleId: await makeRole(api, { grants }) });
    const environment = { PENSTOCK_API_KEY: key };
    expect((await line.run(['list', 'pipelines'], { environment })).exit).toBe(0);
    const denied = await line.run(['deploy', 'web'], { environment });
    expect(denied.exit).toBe(4);
    expect(denied.note).toMatch(/WRITE/);
    const file = join(folder, 'key');
    writeFileSync(file, `${key}\n`);
    expect((await line.run(['list', 'pipelines', '--api-key-file', file])).exit).toBe(0);
    const wrong = await line.run(['list', 'pipelines', '--api-key', `${key}x`]);
    expect([wrong.exit, wrong.note]).toEqual([4, expect.stringContaining('This API key is unknown')]);
    expect([denied.out, denied.note, wrong.note].join()).not.toContain(key);
  });

  test('no service at the address is 3, with the address', async () => {
    await line.close();
    const { exit, note } = await line.run(['list', 'pipelines']);
    expect(exit).toBe(3);
    expect(note).toContain(`The service at ${line.url} cannot be reached`);
    expect(note).toContain("What to do: Start it with 'npm start'");
    line = await openCommandLine(api);
  });
});
