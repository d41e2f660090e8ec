import type {
  FieldErrors,
  SaveInput,
  SaveOutcome,
} from '../../../../machines/entity-form/entity-form.machine.ts';
import {
  HYDRATION_CHUNK_MAX,
  type HydrationChoice,
  type HydrationJob,
} from '../../../contract/entities/hydration.ts';
import { parseLogQuery } from '../../../contract/log-query/index.ts';
import { callApi } from '../../api/call-api.ts';
import { saveOutcome } from '../../components/entity-form/save-outcome.ts';
import { formatDateTimeInput, readDateTime } from '../../components/widgets/time-range/date-time-text.ts';

/** As edited; times and numbers as typed. */
export type HydrationConfig = {
  sourceId: string;
  /** Empty: directly. */
  pipelineId: string;
  sinkId: string;
  from: string;
  to: string;
  query: string;
  eventLimit: string;
  eventsPerSecond: string;
  chunkMinutes: string;
};

/** Initial form values in the address. */
export type HydrationStart = Partial<
  Pick<HydrationConfig, 'sourceId' | 'pipelineId' | 'sinkId' | 'query'>
> & {
  /** Unix seconds. */
  from?: number | undefined;
  to?: number | undefined;
  /** Numbers; undefined without a limit. */
  eventLimit?: number | undefined;
  eventsPerSecond?: number | undefined;
  chunkMinutes?: number | undefined;
};

const HOUR = 3600;
const formatLimit = (limit: number | undefined) => (limit ? String(limit) : undefined);

/** By default the last whole hour. @param now Unix seconds */
export function createHydrationConfig(start: HydrationStart, now: number): HydrationConfig {
  const hour = Math.floor(now / HOUR) * HOUR;
  const from = start.from ?? hour - HOUR;
  const to = start.to ?? hour;
  return {
    sourceId: start.sourceId ?? '',
    pipelineId: start.pipelineId ?? '',
    sinkId: start.sinkId ?? '',
    from: formatDateTimeInput(from),
    to: formatDateTimeInput(to),
    query: start.query ?? '',
    eventLimit: formatLimit(start.eventLimit) ?? '',
    eventsPerSecond: formatLimit(start.eventsPerSecond) ?? '',
    chunkMinutes: formatLimit(start.chunkMinutes) ?? '',
  };
}

const EXAMPLE = 'such as 2026-11-21 08:00, yesterday 18:00 or now';

const readWhole = (text: string): number | undefined => {
  const typed = text.trim().replaceAll(/[\s_,']/g, '');
  return /^\d+$/.test(typed) && Number(typed) >= 1 ? Number(typed) : undefined;
};

/** Limits readable so far. */
export const readLimits = ({ eventLimit, eventsPerSecond }: HydrationConfig) => ({
  eventLimit: readWhole(eventLimit),
  eventsPerSecond: readWhole(eventsPerSecond),
});

/** Refuses unreadable input before sending. @param now Unix seconds */
export function findHydrationErrors(config: HydrationConfig, now: number): FieldErrors {
  const errors: FieldErrors = {};
  if (config.sourceId === '') errors['config.sourceId'] = 'Choose the source whose archive is read';
  if (config.sinkId === '') errors['config.sinkId'] = 'Choose the destination that gets the events';
  const [from, to] = [readDateTime(config.from, now), readDateTime(config.to, now)];
  if (from === undefined) errors['config.from'] = `From must be a time ${EXAMPLE}`;
  if (to === undefined) errors['config.to'] = `To must be a time ${EXAMPLE}`;
  else if (to > now) errors['config.to'] = 'To must not be in the future: that is not archived yet';
  else if (from !== undefined && to <= from) errors['config.to'] = 'To must be after From';
  const { error } = parseLogQuery(config.query);
  if (error) errors['config.query'] = `${error.message} (character ${error.at + 1})`;
  for (const name of ['eventLimit', 'eventsPerSecond'] as const)
    if (config[name].trim() !== '' && readWhole(config[name]) === undefined)
      errors[`config.${name}`] = 'A limit must be a whole number from 1, or empty for none';
  const chunk = readWhole(config.chunkMinutes);
  if (config.chunkMinutes.trim() !== '' && (chunk === undefined || chunk > HYDRATION_CHUNK_MAX))
    errors['config.chunkMinutes'] =
      `A chunk must be from 1 to ${HYDRATION_CHUNK_MAX} whole minutes, or empty for one`;
  return errors;
}

/** Undefined until everything is readable. */
export function readChoice(
  siteId: string,
  config: HydrationConfig,
  now: number,
): HydrationChoice | undefined {
  const noLimits = { eventLimit: '', eventsPerSecond: '', chunkMinutes: '' };
  const errors = findHydrationErrors({ ...config, ...noLimits }, now);
  const [startTime, endTime] = [readDateTime(config.from, now), readDateTime(config.to, now)];
  if (Object.keys(errors).length > 0 || startTime === undefined || endTime === undefined) return undefined;
  const { sourceId, sinkId, pipelineId, query } = config;
  return { siteId, sourceId, sinkId, startTime, endTime, query, ...(pipelineId !== '' && { pipelineId }) };
}

const FIELDS: Readonly<Record<string, string>> = { startTime: 'from', endTime: 'to' };

const readErrors = ({ details }: { details: readonly { field: string; message: string }[] }): FieldErrors =>
  Object.fromEntries(
    details.map(({ field, message }) => {
      const own = field.replace(/^hydration\./, '');
      return [own === 'name' ? own : `config.${FIELDS[own] ?? own}`, message];
    }),
  );

/** @param now Unix seconds */
export async function saveHydration(
  siteId: string,
  { values }: SaveInput,
  now: number,
): Promise<SaveOutcome> {
  const config = values.config as HydrationConfig;
  const errors = findHydrationErrors(config, now);
  const choice = readChoice(siteId, config, now);
  if (Object.keys(errors).length > 0 || !choice) return { kind: 'refused', errors, message: '' };
  const { eventLimit, eventsPerSecond } = readLimits(config);
  const chunkMinutes = readWhole(config.chunkMinutes);
  const name = values.name.trim();
  const hydration = {
    ...choice,
    ...(name !== '' && { name }),
    ...(eventLimit !== undefined && { eventLimit }),
    ...(eventsPerSecond !== undefined && { eventsPerSecond }),
    ...(chunkMinutes !== undefined && { chunkMinutes }),
  };
  return saveOutcome(readErrors, async () => {
    const { data } = await callApi('createHydration', { body: { hydration } });
    return { id: data.id, revision: 1 };
  });
}

/** For running the same job again. */
export const toStart = (job: HydrationJob): HydrationStart => ({
  sourceId: job.sourceId,
  pipelineId: job.throughPipelineId,
  sinkId: job.sinkId,
  query: job.query,
  from: job.timeRange.startUnixTimeSeconds,
  to: job.timeRange.endUnixTimeSeconds,
  eventLimit: job.eventLimit,
  eventsPerSecond: job.eventsPerSecond,
  chunkMinutes: job.chunkMinutes,
});

export const toAddress = (start: HydrationStart) => ({
  create: '1' as const,
  source: start.sourceId,
  pipeline: start.pipelineId,
  destination: start.sinkId,
  query: start.query,
  from: formatLimit(start.from),
  to: formatLimit(start.to),
  events: formatLimit(start.eventLimit),
  rate: formatLimit(start.eventsPerSecond),
  chunk: formatLimit(start.chunkMinutes),
});

export const readAddress = (search: URLSearchParams): HydrationStart => {
  const read = (name: string) => search.get(name) ?? '';
  return {
    sourceId: read('source'),
    pipelineId: read('pipeline'),
    sinkId: read('destination'),
    query: read('query'),
    from: readWhole(read('from')),
    to: readWhole(read('to')),
    eventLimit: readWhole(read('events')),
    eventsPerSecond: readWhole(read('rate')),
    chunkMinutes: readWhole(read('chunk')),
  };
};
