import { useCallback, useRef, useState } from 'react';
import type { PreviewGraph } from '../../../../../machines/preview/index.ts';
import type { SampleTestResult } from '../../../../contract/calls/preview.ts';
import { addErrorDetails } from '../editor/save-calls.ts';
import { runTests } from './preview-calls.ts';

export type Tested = { graph: PreviewGraph } | { version: number };

export type SampleTests =
  | { state: 'idle' | 'running' }
  | { state: 'failed'; why: string }
  | { state: 'done'; results: readonly SampleTestResult[]; tested: Tested };

export const toTestBody = (tested: Tested) => {
  if ('version' in tested) return { graphVersion: tested.version };
  const { nodes, edges, metaInfo } = tested.graph;
  return { graph: { nodes, edges, metaInfo } };
};

/** Late answers are ignored. */
export function useSampleTests(pipelineId: string | undefined) {
  const [tests, setTests] = useState<SampleTests>({ state: 'idle' });
  const round = useRef(0);
  const run = useCallback(
    async (tested: Tested): Promise<readonly SampleTestResult[]> => {
      if (pipelineId === undefined) return [];
      round.current += 1;
      const mine = round.current;
      const finish = (next: SampleTests) => {
        if (mine === round.current) setTests(next);
      };
      setTests({ state: 'running' });
      try {
        const results = await runTests({ pipelineId, ...toTestBody(tested) });
        finish({ state: 'done', results, tested });
        return results;
      } catch (error) {
        finish({ state: 'failed', why: addErrorDetails(error).message });
        return [];
      }
    },
    [pipelineId],
  );
  return { tests, run };
}
