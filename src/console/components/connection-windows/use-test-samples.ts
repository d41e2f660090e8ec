import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TEST_EVENT_MAX_LENGTH, TEST_EVENTS_MAX } from '../../../contract/calls/connection-tests.ts';
import { toApiError } from '../../api/api-error.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { TestSubject } from './run-test.ts';

/** Only this many pipelines are searched, most recently changed first. */
const MAX_PIPELINES = 20;

type Choice = { id: string; label: string };
/** `events` are those sent; `eventCount` counts the whole sample. */
export type ChosenSample = { id: string; events: readonly string[]; eventCount: number };

/** From pipelines that use the destination, otherwise from all of the site. */
async function fetchSamples({ siteId, id }: TestSubject): Promise<Choice[]> {
  const readPipelines = async (more: { sinkIds?: string[] }) => {
    const query = { siteIds: [siteId], ...more, 'pagination.limit': MAX_PIPELINES };
    return (await fetchCall('listPipelines', { query })).pipelines;
  };
  const using = id === undefined ? [] : await readPipelines({ sinkIds: [id] });
  const pipelines = using.length > 0 ? using : await readPipelines({});
  const lists = await Promise.all(
    pipelines.map(async ({ id: pipelineId, name }) => {
      const { samples } = await fetchCall('listSamples', { path: { pipelineId } });
      return samples.map((sample) => ({ id: sample.id, label: `${sample.name} · ${name}` }));
    }),
  );
  return lists.flat();
}

export function useTestSamples(subject: TestSubject) {
  const { kind, siteId, id } = subject;
  const [chosen, setChosen] = useState<ChosenSample>();
  const [problem, setProblem] = useState('');
  const { data } = useQuery({
    queryKey: ['listSamples', siteId, 'of a test', id ?? ''],
    queryFn: () => fetchSamples(subject),
    enabled: kind === 'destination',
    meta: { isSuppressed: true },
  });
  const choose = async (sampleId: string | undefined): Promise<void> => {
    setProblem('');
    if (sampleId === undefined) return setChosen(undefined);
    try {
      const { events } = (await fetchCall('getSample', { path: { sampleId } })).sample;
      const fitting = events.filter(({ length }) => length > 0 && length <= TEST_EVENT_MAX_LENGTH);
      setChosen({ id: sampleId, events: fitting.slice(0, TEST_EVENTS_MAX), eventCount: events.length });
    } catch (error) {
      setChosen(undefined);
      setProblem(`The sample could not be read: ${toApiError(error).message}`);
    }
  };
  return { samples: data ?? [], chosen, problem, choose };
}
