import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  displayedVersion,
  displayedVersionMachine,
  type VersionEntry,
} from '../../../../machines/displayed-version/index.ts';
import { callApi } from '../../api/call-api.ts';
import type { Stored } from './Workspace.tsx';

/** Without a stored pipeline there is no list to read. */
const logic = displayedVersionMachine.provide({
  actors: {
    fetchVersions: fromPromise<VersionEntry[], { pipelineId: string }>(async ({ input, signal }) => {
      if (input.pipelineId === '') return [];
      const path = { pipelineId: input.pipelineId };
      return (await callApi('listVersions', { path }, { signal })).data.versions;
    }),
  },
});

/** The version list of a pipeline, the person's choice, and the version that is on screen (E4). */
export function useShownVersion(stored: Stored | undefined, isEditing: boolean, initial: number | undefined) {
  const pipeline = stored?.pipeline;
  const latestGraphVersion = pipeline?.latestGraphVersion ?? 0;
  const [input] = useState({ pipelineId: pipeline?.id ?? '', latestGraphVersion, chosen: initial });
  const [state, send] = useMachine(logic, { input });
  useEffect(() => send({ type: 'latest.changed', latestGraphVersion }), [send, latestGraphVersion]);
  const choose = useCallback((version: number) => send({ type: 'version.chosen', version }), [send]);
  const clear = useCallback(() => send({ type: 'version.choice.cleared' }), [send]);
  const { versions, chosen } = state.context;
  return {
    versions,
    chosen,
    shown: pipeline ? displayedVersion(pipeline, isEditing, chosen) : 0,
    choose,
    clear,
  };
}
