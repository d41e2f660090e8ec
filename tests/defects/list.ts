export type Defect = {
  name: string;
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  mustTurnRed: string[];
};

export const DEFECTS: Defect[] = [
  {
    name: 'a guard removed: a pipeline is paused while another action is pending',
    file: 'machines/pipeline-lifecycle/pipeline-lifecycle.machine.ts',
    find: "'pipeline.pause': { guard: 'isIdle', actions: order('PAUSE') }",
    replace: "'pipeline.pause': { actions: order('PAUSE') }",
    mustTurnRed: ['machines/pipeline-lifecycle/pipeline-lifecycle.test.ts'],
  },
  {
    name: 'a button always enabled: it forgets why it cannot be pressed',
    file: 'src/console/components/widgets/actions/button.tsx',
    find: 'const isDisabled = disabledReason !== undefined;',
    replace: 'const isDisabled = false;',
    mustTurnRed: [
      'src/console/components/widgets/actions/button.test.tsx',
      'tests/model/pipeline-editor.view.test.tsx',
    ],
  },
  {
    name: 'a status not refused by the service: it answers 200 to an action it does not take',
    file: 'src/service/lifecycle/request.ts',
    find: 'if (allowed !== true) {',
    replace: "if (allowed !== true && row.status === 'DELETED') {",
    mustTurnRed: ['tests/api/lifecycle.model.test.ts'],
  },
  {
    name: 'a transition to the wrong state: a pause ends in bypass',
    file: 'machines/pipeline-lifecycle/pipeline-lifecycle.machine.ts',
    find: "'engine.paused': { guard: 'mayEndPaused', target: 'PAUSED', actions: 'settle' }",
    replace: "'engine.paused': { guard: 'mayEndPaused', target: 'BYPASSED', actions: 'settle' }",
    mustTurnRed: ['machines/pipeline-lifecycle/pipeline-lifecycle.test.ts', 'tests/api/lifecycle.test.ts'],
  },
  {
    name: 'a transition to the wrong state: a question that is declined ends editing',
    file: 'machines/pipeline-editor/pipeline-editor.machine.ts',
    find: "'dialog.cancel': 'editing',\n        'deploy.confirm'",
    replace: "'dialog.cancel': 'viewing',\n        'deploy.confirm'",
    mustTurnRed: ['machines/pipeline-editor/pipeline-editor.test.ts'],
  },
  {
    name: 'a lost event: a write that failed counts as done',
    file: 'src/engine/topology/sink-writer.ts',
    find: 'await this.#wait(attempt, failure);',
    replace: 'return this.#count(batch, left, { bytes: 0 });',
    mustTurnRed: ['tests/engine/delivery.test.ts'],
  },
  {
    name: 'a lost event: every later piece of a batch around a poison event starts one too late',
    file: 'src/engine/topology/sink-writer.ts',
    find: 'await this.#writePart(batch, live.slice(from, from + size), search);',
    replace: 'await this.#writePart(batch, live.slice(from && from + 1, from + size), search);',
    mustTurnRed: ['tests/engine/delivery.test.ts'],
  },
  {
    name: 'a retry that forgets its key: a lost answer makes a second pipeline',
    file: 'src/console/views/pipeline/editor/save-calls.ts',
    find: 'const key = unanswered.get(asked) ?? crypto.randomUUID();',
    replace: 'const key = crypto.randomUUID();',
    mustTurnRed: ['tests/model/save-sequence.service.test.ts'],
  },
];
