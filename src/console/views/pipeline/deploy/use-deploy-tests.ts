import { skipToken, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import type { SampleTestResult } from '../../../../contract/calls/preview.ts';
import { addErrorDetails } from '../editor/save-calls.ts';
import { runTests } from '../preview/preview-calls.ts';
import { type Tested, toTestBody } from '../preview/use-sample-tests.ts';

/** Result of pinned tests; `refusal` names a failing one. */
export type TestVerdict = { isRunning: boolean; refusal?: string | undefined };

/** Reports the test result to the deploy dialog. */
export const TellVerdict = createContext<(verdict: TestVerdict) => void>(() => undefined);

export type DeployTests = {
  isRunning: boolean;
  results: readonly SampleTestResult[];
  /** Why they could not run. */
  why?: string | undefined;
};

const describeRefusal = (results: readonly SampleTestResult[]): string | undefined => {
  const failed = results.find(({ passed }) => !passed);
  return (
    failed &&
    `The test '${failed.name}' fails. Correct the graph or the test; to deploy it anyway, save it and run 'Force Deploy'`
  );
};

/**
 * Runs the pinned tests on the version to deploy, each time the dialog opens.
 * @param pipelineId undefined while unsaved, so without tests
 * @param tested undefined if it cannot run
 * @param isWaiting for data needed by the tests
 */
export function useDeployTests(
  pipelineId: string | undefined,
  tested: Tested | undefined,
  isWaiting = false,
): DeployTests {
  const tell = useContext(TellVerdict);
  const body = tested && toTestBody(tested);
  const run = useQuery({
    queryKey: ['runSampleTests', pipelineId, body],
    queryFn: pipelineId === undefined || !body ? skipToken : () => runTests({ pipelineId, ...body }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const isRunning = run.isFetching || (isWaiting && pipelineId !== undefined);
  const results = run.data ?? [];
  const refusal = describeRefusal(results);
  useEffect(() => tell({ isRunning, refusal }), [tell, isRunning, refusal]);
  return { isRunning, results, why: run.error ? addErrorDetails(run.error).message : undefined };
}
