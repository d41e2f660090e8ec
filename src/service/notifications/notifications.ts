import type { Flag } from '../../contract/flags.ts';
import type { EngineReport } from '../../engine/port.ts';
import { problemText } from '../analytics/errors.ts';
import type { HealthWatch } from '../health/health.ts';
import type { Clock, IdSource } from '../ids.ts';
import type { Hub, SiteMessage } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { DeploymentRow, NotificationRow, PipelineRow } from '../store/schema.ts';
import { type AwayEngine, createAwayWatch } from './away.ts';
import { conditionsOf, createConditionWatch, type LastingTrouble } from './conditions.ts';
import { errorNews, errorsKey, openErrors } from './error-news.ts';
import {
  awayKey,
  awayNews,
  deploymentKey,
  deploymentNews,
  engineKey,
  engineNews,
  stoppedKey,
  stoppedNews,
} from './news.ts';
import { type Happening, raise, resolve } from './raising.ts';

const TURN_MS = 2000;
/** Errors of so long are told together, and it shows by then whether a destination is behind them. */
const ERRORS_SETTLE_MS = 3000;
const SWEEP_MS = 3600_000;
/** As long as the figures. */
const KEPT_MS = 60 * 86_400_000;

/** Makes notifications of what really happened; src/docs/notifications.md says of what. */
export type Notifications = {
  start(): Promise<void>;
  stop(): Promise<void>;
  take(report: EngineReport, siteId: string): void;
  /** In the transaction that stores the end. */
  deploymentEnded(tx: Repositories, pipeline: PipelineRow, deployment: DeploymentRow): Promise<void>;
  /** Looks at what lasts and what is over; done by itself every two seconds. */
  turn(): Promise<void>;
};

type Tools = {
  store: Store;
  ids: IdSource;
  clock: Clock;
  /** A clock that nobody sets: how long something lasts is told by it. */
  steady: Clock;
  hub: Hub;
  log: Log;
  health: Pick<HealthWatch, 'read'>;
  flags: readonly Flag[];
  /** Remote engines that joined and are not there. */
  away: () => AwayEngine[];
  /** So long may an engine be silent. */
  silenceMs: number;
};

/** Statuses in which a deployed version should run. */
const SHOULD_RUN: readonly string[] = ['DEPLOYED', 'BYPASSED', 'PAUSED'];

export function createNotifications(tools: Tools): Notifications {
  const { store, ids, clock, steady, hub, log, health, flags, away, silenceMs } = tools;
  const watch = createConditionWatch();
  const awayWatch = createAwayWatch(silenceMs);
  /** Pipelines whose errors are to be looked at, and since when. */
  const changedErrors = new Map<string, number>();
  /** Error groups that are told of, by pipeline. */
  const toldErrors = new Map<string, Set<string>>();
  let busy = Promise.resolve();
  let timers: NodeJS.Timeout[] = [];
  let deaf = () => {};

  /** One after the other, so that no two make the same notification. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    busy = busy
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'making a notification failed'));
    return busy;
  };
  const changed = (siteId: string) => hub.publish({ type: 'notification.changed', siteId });

  const tell = async (happening: Happening) => {
    await store.transaction((tx) => raise(tx, ids, happening, clock()));
    changed(happening.siteId);
  };
  const end = async (siteId: string, key: string) => {
    if (await store.transaction((tx) => resolve(tx, siteId, key, clock()))) changed(siteId);
  };

  const lookAtErrors = async (pipelineId: string) => {
    const pipeline = await store.pipelines.find(pipelineId);
    if (!pipeline) return;
    const failing = new Set(
      health
        .read()
        .filter(
          (node) => node.pipelineId === pipelineId && node.reasons.some(({ rule }) => rule === 'delivery'),
        )
        .map((node) => node.componentId),
    );
    const open = await openErrors(store, pipelineId);
    // A destination that takes nothing is told of by itself.
    const groups = open.filter((group) => !failing.has(group.component_id));
    const told = toldErrors.get(pipelineId) ?? new Set();
    toldErrors.set(pipelineId, new Set(open.map((group) => group.id)));
    if (open.length === 0) return end(pipeline.site_id, errorsKey(pipelineId));
    if (groups.some((group) => !told.has(group.id))) await tell(errorNews(pipeline, groups));
  };

  const namesOf = async ({ pipelineId, nodeId }: LastingTrouble) => {
    const [pipeline, node] = await Promise.all([store.pipelines.find(pipelineId), store.nodes.find(nodeId)]);
    return pipeline && { siteId: pipeline.site_id, pipeline: pipeline.name, node: node?.name ?? '' };
  };

  const lookAtEngines = async () => {
    const { begun, over } = awayWatch.turn(away(), steady());
    for (const { siteId } of begun) {
      const site = await store.sites.find(siteId);
      if (site) await tell(awayNews(site));
    }
    for (const siteId of over) await end(siteId, awayKey);
  };

  const turn = async () => {
    await lookAtEngines();
    const { begun, over } = watch.turn(health.read().flatMap(conditionsOf), steady());
    for (const condition of begun) {
      const names = await namesOf(condition);
      if (names) await tell(condition.tell(names));
    }
    for (const condition of over) {
      const pipeline = await store.pipelines.find(condition.pipelineId);
      if (pipeline) await end(pipeline.site_id, condition.key);
    }
    for (const [id, since] of changedErrors) {
      if (steady() - since < ERRORS_SETTLE_MS) continue;
      changedErrors.delete(id);
      if (!flags.includes('ignorePipelineErrors')) await lookAtErrors(id);
    }
  };

  /** A pipeline whose deployed version should run and does not, or runs again. */
  const hearStatus = async (message: Extract<SiteMessage, { type: 'pipeline.status' }>) => {
    const { siteId, pipelineId, status, lastError } = message;
    if (lastError === '' || !SHOULD_RUN.includes(status)) return end(siteId, stoppedKey(pipelineId));
    const known = await store.notifications.findActive(siteId, stoppedKey(pipelineId));
    const pipeline = await store.pipelines.find(pipelineId);
    if (pipeline && known?.reason !== lastError) await tell(stoppedNews(pipeline, lastError));
  };

  const lookLater = (pipelineId: string) => {
    if (!changedErrors.has(pipelineId)) changedErrors.set(pipelineId, steady());
  };

  const hear = (message: SiteMessage) => {
    if (message.type === 'error.changed') lookLater(message.pipelineId);
    if (message.type === 'error.acknowledged')
      for (const id of message.pipelineIds) {
        toldErrors.delete(id);
        lookLater(id);
      }
    if (message.type === 'pipeline.status') void inTurn(() => hearStatus(message));
    // Stored with the deployment; now it can be seen.
    if (message.type === 'pipeline.deployment' && message.deployment.outcome !== 'PENDING')
      changed(message.siteId);
  };

  /** What was open when the service ended is no news. */
  const knowErrors = async (pipelineId: string) => {
    const open = await openErrors(store, pipelineId);
    toldErrors.set(pipelineId, new Set(open.map((group) => group.id)));
  };

  const adopt = (row: NotificationRow) => {
    if (row.key === awayKey) awayWatch.adopt(row.site_id);
    if (!/^(delivery|buffer|silence):/.test(row.key)) return;
    const { key, pipeline_id: pipelineId, node_id: nodeId } = row;
    watch.adopt({ key, pipelineId, nodeId }, steady());
  };

  return {
    start: async () => {
      const active = await store.notifications.active();
      for (const row of active) adopt(row);
      for (const row of active) if (/^(errors|delivery):/.test(row.key)) await knowErrors(row.pipeline_id);
      deaf = hub.observe(hear);
      timers = [
        setInterval(() => void inTurn(turn), TURN_MS),
        setInterval(() => void inTurn(() => store.notifications.sweep(clock() - KEPT_MS)), SWEEP_MS),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      deaf();
      await busy;
    },
    take: (report, siteId) => {
      if (report.type !== 'state') return;
      const { state, problem } = report;
      void inTurn(async () => {
        const site = await store.sites.find(siteId);
        if (!site) return;
        if (state === 'restarting') await tell(engineNews(site, problem && problemText(problem)));
        if (state === 'running') await end(site.id, engineKey);
      });
    },
    deploymentEnded: async (tx, pipeline, deployment) => {
      const now = clock();
      const news = deploymentNews(pipeline, deployment);
      if (deployment.outcome === 'DEPLOYED') {
        await resolve(tx, pipeline.site_id, deploymentKey(pipeline.id), now);
        const { id } = await raise(tx, ids, news, now);
        const by = (await tx.users.list()).find((user) => user.email === deployment.requested_by);
        // Who asked for it saw it.
        if (by) await tx.notifications.markRead([id], by.id, now);
      } else if (deployment.outcome !== 'CANCELLED') await raise(tx, ids, news, now);
    },
    turn: () => inTurn(turn),
  };
}
