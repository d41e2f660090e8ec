import type { ComponentRegistry } from '../components/types.ts';
import { EngineError, type EngineProblem } from '../port.ts';
import { problemOf, toEngineProblem } from '../topology/problems.ts';
import { ApartFlow } from './apart-flow.ts';
import { APART_BEAT_MS, type ApartNotice, type ApartOrder } from './messages.ts';

const say = (notice: ApartNotice): void => {
  if (process.connected) process.send?.(notice, undefined, undefined, () => {});
};

const problemOfAny = (error: unknown): EngineProblem =>
  error instanceof EngineError
    ? error.problem
    : toEngineProblem(problemOf(error, 'The pipeline cannot start'));

/** Runs the transforms of one pipeline in this process, which was forked for it; ends with its parent. */
export function runApart(components: ComponentRegistry): void {
  const flow = new ApartFlow(components, say);
  process.on('disconnect', () => process.exit(0));
  // Ctrl+C and service managers signal the whole group; the parent decides when this process ends.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  // Preparing may load code: what follows it waits.
  let turn: Promise<void> = Promise.resolve();
  let isPreparing = false;
  const prepare = async ({ call, plan, isForced }: Extract<ApartOrder, { kind: 'prepare' }>) => {
    try {
      await flow.prepare(plan, isForced);
      flow.answer(call);
    } catch (error) {
      flow.answer(call, problemOfAny(error));
    }
    isPreparing = false;
  };
  const obey = (order: Exclude<ApartOrder, { kind: 'prepare' }>): void => {
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
  process.on('message', (order: ApartOrder) => {
    if (order.kind === 'prepare') {
      isPreparing = true;
      turn = turn.then(() => prepare(order));
    } else if (isPreparing) turn = turn.then(() => obey(order));
    else obey(order);
  });
  setInterval(() => say({ kind: 'beat' }), APART_BEAT_MS);
  say({ kind: 'ready' });
}
