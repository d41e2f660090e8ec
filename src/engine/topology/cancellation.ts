import { refusal } from './problems.ts';

const cancelled = () =>
  refusal(
    'DeploymentCancelled',
    'The deployment was canceled; the previous version is still running',
    ['Someone canceled it, or it did not finish in time'],
    ['Deploy again'],
  );

/**
 * Rejects as soon as the signal aborts. The step continues; the caller rolls it back.
 * @throws EngineError DeploymentCancelled
 */
export async function unlessCancelled<T>(step: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return step;
  step.catch(() => {});
  if (signal.aborted) throw cancelled();
  const late = Promise.withResolvers<never>();
  const onAbort = () => late.reject(cancelled());
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([step, late.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
