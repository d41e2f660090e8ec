import { act, render, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import {
  checkState,
  type pipelineEditorMachine,
  selectAllProblems,
} from '../../../../../machines/pipeline-editor/index.ts';
import {
  MODEL_SITE,
  MODEL_TRANSFORM,
  modelDraft,
  modelPipeline,
} from '../../../../../machines/pipeline-editor/pipeline-editor.model.ts';
import { callApi } from '../../../api/call-api.ts';
import { EditorContext } from './editor-context.ts';
import { useConfigChecks } from './use-config-checks.ts';

vi.mock('../../../api/call-api.ts', () => ({ callApi: vi.fn() }));

let actor: ActorRefFrom<typeof pipelineEditorMachine>;

function Checked() {
  actor = EditorContext.useActorRef();
  useConfigChecks();
  return null;
}

type Asked = { config: Record<string, unknown>; lineageId?: string };
type Question = { asked: Asked; answer: (...messages: string[]) => void; fail: () => void };
const questions: Question[] = [];

beforeEach(() => {
  questions.length = 0;
  vi.mocked(callApi).mockImplementation(
    (_id, input) =>
      new Promise((resolve, reject) => {
        const { transforms } = Reflect.get(input, 'body') as unknown as { transforms: [Asked] };
        questions.push({
          asked: transforms[0],
          answer: (...messages) => {
            const problems = messages.map((message) => ({ field: 'fields', message }));
            resolve({ data: { results: [{ problems }] }, etag: undefined } as never);
          },
          fail: () => reject(new Error('no answer')),
        });
      }),
  );
  const input = { siteId: MODEL_SITE, pipeline: modelPipeline, draft: modelDraft, shownVersion: 1 };
  render(
    <EditorContext.Provider options={{ input: { ...input, takenNames: [] } }}>
      <Checked />
    </EditorContext.Provider>,
  );
  act(() => actor.send({ type: 'edit.start' }));
});

const configure = (config: Record<string, unknown>) =>
  act(() => actor.send({ type: 'graph.node.configure', nodeId: MODEL_TRANSFORM, config }));
const said = () => selectAllProblems(actor.getSnapshot()).map(({ message }) => message);
const state = () => checkState(actor.getSnapshot().context);
const question = async (number: number): Promise<Question> => {
  await waitFor(() => expect(questions.length).toBe(number), { timeout: 30_000 });
  return questions[number - 1]!;
};
const end = (how: () => void) => act(async () => how());

test('changes are checked after a pause, stored values are not [R5-19]', async () => {
  expect(state()).toBe('answered');
  configure({ fields: [] });
  configure({ fields: [], removeNull: false });
  const { asked, answer } = await question(1);
  expect(asked).toEqual({
    templateId: 'filter',
    config: { fields: [], removeNull: false },
    lineageId: MODEL_TRANSFORM,
  });
  await end(() => answer('Fields must have at least 1 entry'));
  expect([said(), state()]).toEqual([["'drop debug': Fields must have at least 1 entry"], 'answered']);
  configure({ fields: ['a'] });
  expect(said()).toEqual([]);
  await end((await question(2)).answer);
  expect([said(), state()]).toEqual([[], 'answered']);
});

test('an answer that comes after the next change marks nothing', async () => {
  configure({ fields: [] });
  const late = await question(1);
  configure({ fields: ['a'] });
  await end(() => late.answer('Fields must have at least 1 entry'));
  expect([said(), state()]).toEqual([[], 'asking']);
  await end((await question(2)).answer);
  expect([said(), state()]).toEqual([[], 'answered']);
});

test('no answer means no problem; Deploy asks again', async () => {
  configure({ fields: [] });
  await end((await question(1)).fail);
  expect([said(), state()]).toEqual([[], 'unanswered']);
  act(() => actor.send({ type: 'save.deploy' }));
  const again = await question(2);
  await end(() => again.answer('Fields must have at least 1 entry'));
  expect(said()).toEqual(["'drop debug': Fields must have at least 1 entry"]);
  expect(actor.getSnapshot().can({ type: 'deploy.confirm' })).toBe(false);
});
