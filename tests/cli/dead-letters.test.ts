import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeLetter } from '../api/support/fake-letters.ts';
import { makeDeployedPipeline } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { type CommandLine, openCommandLine } from './support/command-line.ts';

let api: TestService;
let line: CommandLine;
let pipelineId: string;
const ID = '1700000000000001';

beforeEach(async () => {
  api = await startService();
  line = await openCommandLine(api);
  const made = await makeDeployedPipeline(api, 'web');
  pipelineId = made.pipelineId;
  const letter = makeLetter({
    id: Number(ID),
    pipelineId,
    componentId: made.transformId,
    event: 'red\u001b[31m',
  });
  api.engine.letters.held = [letter];
});
afterEach(async () => {
  await line.close();
  await api.stop();
});

const done = async (...args: string[]): Promise<string> => {
  const ran = await line.run(['dead-letters', ...args]);
  expect(ran, ran.note).toMatchObject({ exit: 0 });
  return ran.out || ran.note;
};

test('a list and one letter show names, reason and event, and steer no terminal', async () => {
  const [titles = '', row = ''] = (await done('list', '--pipeline', 'web', '--from', '1d')).split('\n');
  expect(titles).toMatch(/^TIME +PIPELINE +NODE +REASON +BYTES +ID +EVENT$/);
  expect(row).toMatch(/web .*NotTaken .*1700000000000001 +red\\u001b\[31m$/);
  const asked = api.engine.letters.asked.at(-1);
  expect(asked).toMatchObject({ do: 'list', choice: { pipelineId, from: expect.any(Number) } });
  expect(await done('show', ID)).toMatch(/Reason +NotTaken: Nobody took it/);
  expect(JSON.parse(await done('list', '--json'))).toMatchObject([{ id: ID }]);
});

test('replay says how many, and fails with the reason when some were refused', async () => {
  expect(await done('replay', ID, '--start')).toBe('1 replayed, 0 in progress, 0 refused\n');
  expect(api.engine.letters.asked.at(-1)).toMatchObject({ choice: { ids: [Number(ID)] }, to: 'start' });
  api.engine.letters.refusal = "'web' is not accepting events now";
  const ran = await line.run(['dead-letters', 'replay', '--all']);
  expect(ran).toMatchObject({ exit: 1, note: expect.stringContaining("'web' is not accepting events now") });
});

test('nothing is replayed or discarded unless it is named', async () => {
  expect(await line.run(['dead-letters', 'replay'])).toMatchObject({ exit: 2 });
  const unsure = await line.run(['dead-letters', 'discard', '--pipeline', 'web']);
  expect(unsure).toMatchObject({ exit: 2, note: expect.stringContaining('add --yes') });
  expect(api.engine.letters.held).toHaveLength(1);
  expect(await done('discard', '--pipeline', 'web', '--yes')).toBe('1 discarded\n');
});

test('export prints the lines alone', async () => {
  expect(JSON.parse(await done('export'))).toEqual({
    id: ID,
    event: 'red\u001b[31m',
    message: 'Nobody took it',
  });
});
