import type { ComponentRegistry } from '../components/types.ts';
import { followParent, sendToParent } from '../runtime/parent-process.ts';
import { problemOf, toEngineProblem } from '../topology/problems.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import { IsolatedFlow } from './isolated-flow.ts';
import { ISOLATION_BEAT_MS, type IsolationNotice, type IsolationOrder } from './messages.ts';

const send: (notice: IsolationNotice) => void = sendToParent;

const problemOfAny = (error: unknown): EngineProblem =>
  error instanceof EngineError
    ? error.problem
    : toEngineProblem(problemOf(error, 'The pipeline cannot start'));

/** Runs isolated transforms in this forked process; ends with its parent. */
export function runIsolated(components: ComponentRegistry): void {
  const flow = new IsolatedFlow(components, send);
  followParent();
  // Preparing may load code; later orders wait for it.
  let turn: Promise<void> = Promise.resolve();
  let isPreparing = false;
  const prepare = async ({ call, plan, isForced }: Extract<IsolationOrder, { kind: 'prepare' }>) => {
    try {
      await flow.prepare(plan, isForced);
      flow.answer(call);
    } catch (error) {
      flow.answer(call, problemOfAny(error));
    }
    isPreparing = false;
  };
  const obey = (order: Exclude<IsolationOrder, { kind: 'prepare' }>): void => {
    switch (order.kind) {
      case 'commit':
        flow.commit();
        flow.answer(order.call);
        break;
      case 'barrier':
        flow.answer(order.call);
        break;
      case 'flush':
      case 'hurry':
        flow.flush(order.kind === 'hurry');
        break;
      case 'watch':
        flow.watch(order.componentIds);
        break;
      case 'batch':
        flow.run(order);
        break;
      case 'settled':
        flow.settled(order.emission, order.outcome);
    }
  };
  process.on('message', (order: IsolationOrder) => {
    if (order.kind === 'prepare') {
      isPreparing = true;
      turn = turn.then(() => prepare(order));
    } else if (isPreparing) turn = turn.then(() => obey(order));
    else obey(order);
  });
  setInterval(() => send({ kind: 'beat' }), ISOLATION_BEAT_MS);
  send({ kind: 'ready' });
}
