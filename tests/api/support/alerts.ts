import { afterEach, beforeEach } from 'vitest';
import type { AlertEvent, AlertRule } from '../../../src/contract/entities/alert.ts';
import type { Counters, Gauges } from '../../../src/engine/port.ts';
import type { Store } from '../../../src/service/store/index.ts';
import { createCounters, T0 } from './counting.ts';
import { makeDeployedPipeline } from './fixtures.ts';
import { startService, type TestOptions, type TestService } from './service.ts';

/** What the engine reports of a minute, added to what it counted before. */
export type Minute = {
  /** Events in, by default 10. */
  events?: number;
  errors?: number;
  deadLetters?: number;
  dropped?: number;
  /** Of the buffer, 0 to 1. */
  buffer?: number;
  /** Destination errors. */
  isFailing?: boolean;
  /** Nothing is reported. */
  isAway?: boolean;
  /** Reported with the next minute that is not late, as of when it was. */
  isLate?: boolean;
};

/**
 * A deployed pipeline whose minutes pass one by one; only `pass` moves the clock.
 * @param openStore the caller closes its database
 */
export function setUpAlertedService(openStore?: () => Promise<Store>) {
  const state = {} as {
    api: TestService;
    web: Awaited<ReturnType<typeof makeDeployedPipeline>>;
    now: number;
  };
  let total = { events: 0, kept: 0, errors: 0, deadLetters: 0, delivered: 0 };
  let boot = 0;
  const start = async (more: TestOptions = {}) => {
    boot += 1;
    total = { events: 0, kept: 0, errors: 0, deadLetters: 0, delivered: 0 };
    state.api = await startService({ clock: () => state.now, ...more });
  };
  beforeEach(async () => {
    state.now = T0;
    await start(openStore ? { store: await openStore() } : {});
    state.web = await makeDeployedPipeline(state.api);
  });
  afterEach(() => state.api.stop());

  const late: (() => void)[] = [];
  const report = ({ buffer = 0, isFailing = false, isAway = false, isLate = false }: Minute) => {
    if (isAway) return;
    const at = state.now;
    const { pipelineId, sourceId, transformId, sinkId } = state.web;
    const counters = (eventsIn: number, eventsOut: number, more: Partial<Counters> = {}) =>
      createCounters(eventsIn, eventsOut, { lastEventAt: total.events === 0 ? 0 : state.now, ...more });
    const gauge = (nodeId: string, nodeType: Gauges['nodeType']): Gauges => ({
      nodeId,
      nodeType,
      busyMs: 0,
      retries: 0,
      buffer:
        nodeType === 'SINK' ? { bytes: buffer * 1000, maxBytes: 1000, oldestAgeMs: 0, lingerMs: 0 } : null,
    });
    const waiting = isFailing ? 5 : 0;
    const sink = counters(total.kept, total.delivered, {
      eventsDropped: 0,
      eventsBuffered: waiting,
      ...(isFailing ? { lastEventAt: T0 - 60_000 } : {}),
    });
    const counted: Parameters<TestService['engine']['report']>[0] = {
      type: 'counters',
      bootId: `boot ${boot}`,
      at,
      pipelines: {
        [pipelineId]: {
          [sourceId]: counters(total.events, total.events, { eventsDropped: 0 }),
          [transformId]: counters(total.events, total.kept, {
            errors: total.errors,
            eventsDeadLetter: total.deadLetters,
          }),
          [sinkId]: sink,
        },
      },
      gauges: {
        [pipelineId]: {
          [sourceId]: gauge(sourceId, 'SOURCE'),
          [transformId]: gauge(transformId, 'TRANSFORM'),
          [sinkId]: gauge(sinkId, 'SINK'),
        },
      },
    };
    late.push(() => state.api.engine.report(counted));
    if (isLate) return;
    for (const send of late.splice(0)) send();
    if (!isFailing) return;
    const problem = { errorName: 'Refused', message: 'It refused', causes: [], resolutions: [] };
    const place = { pipelineId, componentId: sinkId, nodeId: sinkId };
    state.api.engine.report({
      type: 'errors',
      errors: [{ ...problem, ...place, level: 'ERROR', count: 1, lastAt: state.now, exampleEvent: '' }],
    });
  };

  const turn = () => state.api.service.services.alerts.turn();
  const list = async (query: Record<string, string | string[]> = {}): Promise<AlertEvent[]> =>
    (await state.api.call('listAlertEvents', { query: { siteIds: state.api.siteId, ...query } })).body.events;
  const rules = async (): Promise<AlertRule[]> =>
    (await state.api.call('listAlertRules', { query: { siteIds: state.api.siteId } })).body.alertRules;

  return Object.assign(state, {
    turn,
    list,
    rules,
    /** Minutes pass; what the engine reports is judged after each. */
    pass: async (count: number, minute: Minute = {}) => {
      for (let index = 0; index < count; index++) {
        const { events = 10, errors = 0, deadLetters = 0, dropped = 0, isFailing = false } = minute;
        if (!minute.isAway) {
          total.events += events;
          total.kept += events - dropped - deadLetters;
          total.delivered += isFailing ? 0 : events - dropped - deadLetters;
          total.errors += errors;
          total.deadLetters += deadLetters;
        }
        state.now += 30_000;
        report(minute);
        await turn();
        state.now += 30_000;
        report({ ...minute });
        state.now += 6000;
        await turn();
        state.now -= 6000;
      }
    },
    /** The service is down for a while, on the same store. */
    restart: async (downMs = 0, more: TestOptions = {}) => {
      await state.api.stop();
      state.now += downMs;
      await start({ store: state.api.store, ...more });
    },
    /** As `Buffer nearly full FIRING`, the newest change first. */
    told: async (): Promise<string[]> => (await list()).map((one) => `${one.name} ${one.state}`),
    badge: async (): Promise<string> => {
      const { api } = state;
      return (await api.call('countAlertEvents', { query: { siteId: api.siteId } })).body.alertEventCount;
    },
    bell: async (): Promise<string[]> => {
      const { api } = state;
      const query = { siteIds: api.siteId, categories: 'ALERTS' };
      const { body } = await api.call('listNotifications', { query });
      return body.notifications.map(
        (one: { message: string; state: string }) => `${one.message} ${one.state}`,
      );
    },
  });
}
