import type { Flag } from '../../contract/flags.ts';
import type { EngineReport } from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import { formatProblem } from '../engine-problems.ts';
import type { HealthWatch } from '../health/health.ts';
import type { IdSource } from '../ids.ts';
import type { Hub, SiteMessage } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { DeploymentRow, NotificationRow, PipelineRow } from '../store/schema.ts';
import { type AwayEngine, createAwayWatch } from './away.ts';
import { createConditionWatch, type LastingTrouble, listConditions } from './conditions.ts';
import { formatErrorsKey, listOpenErrors, makeErrorNews } from './error-news.ts';
import {
  awayKey,
  engineKey,
  formatDeploymentKey,
  formatStoppedKey,
  makeAwayNews,
  makeDeploymentNews,
  makeEngineNews,
  makeStoppedNews,
} from './news.ts';
import { type Happening, raise, resolve } from './raising.ts';

const TURN_MS = 2000;
/** Time to group errors and see whether a destination causes them. */
const ERRORS_SETTLE_MS = 3000;
const SWEEP_MS = 3600_000;
const KEPT_MS = 60 * 86_400_000;

/** Causes: src/docs/notifications.md. */
export type Notifications = {
  start(): Promise<void>;
  stop(): Promise<void>;
  take(report: EngineReport, siteId: string): void;
  deploymentEnded(tx: Repositories, pipeline: PipelineRow, deployment: DeploymentRow): Promise<void>;
  /** Runs every two seconds. */
  turn(): Promise<void>;
};

type Tools = {
  store: Store;
  ids: IdSource;
  clock: Clock;
  steady: Clock;
  hub: Hub;
  log: Log;
  health: Pick<HealthWatch, 'read'>;
  flags: readonly Flag[];
  away: () => AwayEngine[];
  silenceMs: number;
};

const SHOULD_RUN: readonly string[] = ['DEPLOYED', 'BYPASSED', 'PAUSED'];

export function createNotifications(tools: Tools): Notifications {
  const { store, ids, clock, steady, hub, log, health, flags, away, silenceMs } = tools;
  const watch = createConditionWatch();
  const awayWatch = createAwayWatch(silenceMs);
  const changedErrors = new Map<string, number>();
  const toldErrors = new Map<string, Set<string>>();
  let busy = Promise.resolve();
  let timers: NodeJS.Timeout[] = [];
  let unobserve = () => {};

  /** Serialized, so that no notification is made twice. */
  const runInTurn = (work: () => Promise<void>): Promise<void> => {
    busy = busy
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'making a notification failed'));
    return busy;
  };
  const publishChange = (siteId: string) => hub.publish({ type: 'notification.changed', siteId });

  const tell = async (happening: Happening) => {
    await store.transaction((tx) => raise(tx, ids, happening, clock()));
    publishChange(happening.siteId);
  };
  const end = async (siteId: string, key: string) => {
    if (await store.transaction((tx) => resolve(tx, siteId, key, clock()))) publishChange(siteId);
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
    const open = await listOpenErrors(store, pipelineId);
    // A failing destination has its own notification.
    const groups = open.filter((group) => !failing.has(group.component_id));
    const told = toldErrors.get(pipelineId) ?? new Set();
    toldErrors.set(pipelineId, new Set(open.map((group) => group.id)));
    if (open.length === 0) return end(pipeline.site_id, formatErrorsKey(pipelineId));
    if (groups.some((group) => !told.has(group.id))) await tell(makeErrorNews(pipeline, groups));
  };

  const readNames = async ({ pipelineId, nodeId }: LastingTrouble) => {
    const [pipeline, node] = await Promise.all([store.pipelines.find(pipelineId), store.nodes.find(nodeId)]);
    return pipeline && { siteId: pipeline.site_id, pipeline: pipeline.name, node: node?.name ?? '' };
  };

  const lookAtEngines = async () => {
    const { begun, over } = awayWatch.turn(away(), steady());
    for (const { siteId } of begun) {
      const site = await store.sites.find(siteId);
      if (site) await tell(makeAwayNews(site));
    }
    for (const siteId of over) await end(siteId, awayKey);
  };

  const turn = async () => {
    await lookAtEngines();
    const { begun, over } = watch.turn(health.read().flatMap(listConditions), steady());
    for (const condition of begun) {
      const names = await readNames(condition);
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

  const handleStatus = async (message: Extract<SiteMessage, { type: 'pipeline.status' }>) => {
    const { siteId, pipelineId, status, lastError } = message;
    if (lastError === '' || !SHOULD_RUN.includes(status)) return end(siteId, formatStoppedKey(pipelineId));
    const known = await store.notifications.findActive(siteId, formatStoppedKey(pipelineId));
    const pipeline = await store.pipelines.find(pipelineId);
    if (pipeline && known?.reason !== lastError) await tell(makeStoppedNews(pipeline, lastError));
  };

  const lookLater = (pipelineId: string) => {
    if (!changedErrors.has(pipelineId)) changedErrors.set(pipelineId, steady());
  };

  const handleMessage = (message: SiteMessage) => {
    if (message.type === 'error.changed') lookLater(message.pipelineId);
    if (message.type === 'error.acknowledged')
      for (const id of message.pipelineIds) {
        toldErrors.delete(id);
        lookLater(id);
      }
    if (message.type === 'pipeline.status') void runInTurn(() => handleStatus(message));
    // Stored with the deployment, visible now.
    if (message.type === 'pipeline.deployment' && message.deployment.outcome !== 'PENDING')
      publishChange(message.siteId);
  };

  /** What was open before the start is not new. */
  const knowErrors = async (pipelineId: string) => {
    const open = await listOpenErrors(store, pipelineId);
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
      unobserve = hub.observe(handleMessage);
      timers = [
        setInterval(() => void runInTurn(turn), TURN_MS),
        setInterval(() => void runInTurn(() => store.notifications.sweep(clock() - KEPT_MS)), SWEEP_MS),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      unobserve();
      await busy;
    },
    take: (report, siteId) => {
      if (report.type !== 'state') return;
      const { state, problem } = report;
      void runInTurn(async () => {
        const site = await store.sites.find(siteId);
        if (!site) return;
        if (state === 'restarting') await tell(makeEngineNews(site, problem && formatProblem(problem)));
        if (state === 'running') await end(site.id, engineKey);
      });
    },
    deploymentEnded: async (tx, pipeline, deployment) => {
      const now = clock();
      const news = makeDeploymentNews(pipeline, deployment);
      if (deployment.outcome === 'DEPLOYED') {
        await resolve(tx, pipeline.site_id, formatDeploymentKey(pipeline.id), now);
        const { id } = await raise(tx, ids, news, now);
        const by = (await tx.users.list()).find((user) => user.email === deployment.requested_by);
        // Whoever requested it has seen it.
        if (by) await tx.notifications.markRead([id], by.id, now);
      } else if (deployment.outcome !== 'CANCELLED') await raise(tx, ids, news, now);
    },
    turn: () => runInTurn(turn),
  };
}
