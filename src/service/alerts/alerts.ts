import { NO_ALERT } from '../../../machines/alert-event/index.ts';
import type { AlertSeverity } from '../../contract/alerts/states.ts';
import type { AlertCondition } from '../../contract/entities/alert.ts';
import type { Flag } from '../../contract/flags.ts';
import type { ArchiveSearches } from '../../engine/port.ts';
import type { Analytics } from '../analytics/analytics.ts';
import type { Clock } from '../clock.ts';
import type { IdSource } from '../ids.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { RemoteEngines } from '../remote-engines/remote-engines.ts';
import type { Store } from '../store/index.ts';
import type { AlertRuleRow, AlertStateRow, SiteRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import { MINUTE_SECONDS } from '../store/series.ts';
import { createDeliveries } from './deliveries.ts';
import { discardAlert, type Outcome, parseCondition, storeOutcome } from './events.ts';
import { type AlertGroup, FIELD_GROUPS_MAX, groupByField, groupTargets } from './groups.ts';
import { followMinutes, type RuleProgress } from './judge.ts';
import { ARCHIVES_MAX, createLogMatches, type LogMatches } from './log-matches.ts';
import { FIELD_MATCHES } from './match-series.ts';
import { type MeasureTools, measureSite } from './measure.ts';
import { makeMessages } from './messages.ts';
import { addReadyMadeRules, READY_MADE_VERSION } from './ready-made.ts';
import { createSampler } from './sampler.ts';
import { createSeriesView, type SeriesView } from './series.ts';
import { createSilenceFinder, markSilenced } from './silences.ts';
import { chooseTargets, createTargetReader, type Watched } from './targets.ts';

const TURN_MS = 10_000;
const FIRST_TURN_MS = 1000;
/** Reports of a minute's last second have arrived by then. */
const SETTLE_SECONDS = 5;
/** Older minutes, after downtime or a clock change, are not evaluated. */
const CATCH_UP_MINUTES = 60;
const LONGEST_WINDOW_MINUTES = 60;
const RUNS_KEPT_SECONDS = 16 * 86_400;
const FIELD_RUNS_KEPT_SECONDS = 2 * 86_400;
const EVENTS_KEPT_MS = 60 * 86_400_000;
const SWEEP_MS = 3600_000;
/** After a start, engines need time to start and reconnect. */
const ON_THEIR_WAY_MS = 60_000;

/** Evaluation rules: src/docs/alerts.md. */
export type Alerts = {
  start(): void;
  stop(): Promise<void>;
  /** Measures and evaluates finished minutes; runs every ten seconds. */
  turn(): Promise<void>;
  /** Sends due messages; runs every five seconds. */
  deliver(): Promise<void>;
  readTargets: ReturnType<typeof createTargetReader>;
  matches: Pick<LogMatches, 'createTrial' | 'findProblem'>;
  publicUrl: string;
};

type Tools = MeasureTools & {
  store: Store;
  analytics: Pick<Analytics, 'rows' | 'lastEventIn'>;
  ids: IdSource;
  hub: Hub;
  log: Log;
  steady: Clock;
  searches: ArchiveSearches;
  remoteEngines: RemoteEngines;
  sealer: Sealer;
  flags: readonly Flag[];
  publicUrl: string;
};

const toProgress = (state: AlertStateRow | undefined): RuleProgress =>
  state
    ? {
        state: state.state as RuleProgress['state'],
        metMinutes: state.met_minutes,
        clearMinutes: state.clear_minutes,
        severeMinutes: Number(state.severe_minutes),
      }
    : NO_ALERT;

const formatStateKey = (ruleId: string, targetKey: string): string => `${ruleId}@${targetKey}`;

const describeGone = (rule: AlertRuleRow | undefined): string => {
  if (!rule) return 'Its rule was deleted';
  return rule.enabled === 1 ? 'What it watched is no longer there or is paused' : 'Its rule was paused';
};

export function createAlerts(tools: Tools): Alerts {
  const { store, analytics, ids, hub, log, sealer, flags, clock, steady } = tools;
  const startedAt = steady();
  const readTargets = createTargetReader({ sealer });
  const sampler = createSampler();
  const matches = createLogMatches(tools);
  const deliveries = createDeliveries(tools);
  let busy = Promise.resolve();
  let timers: NodeJS.Timeout[] = [];

  /** Rules that evaluate only some values of their field, and why. */
  const fieldProblems = new Map<string, string>();

  const findGroups = async (
    view: SeriesView,
    ruleId: string,
    condition: AlertCondition,
    chosen: readonly Watched[],
    states: readonly AlertStateRow[],
  ): Promise<AlertGroup[]> => {
    const { groupBy, groupField } = condition;
    fieldProblems.delete(ruleId);
    if (groupBy !== 'FIELD' || groupField === undefined || chosen.length === 0)
      return groupTargets(chosen, condition);
    const counted = chosen.slice(0, ARCHIVES_MAX);
    const values = await view.readValues(condition, counted);
    if (values.length > FIELD_GROUPS_MAX)
      fieldProblems.set(
        ruleId,
        `It judges the ${FIELD_GROUPS_MAX} commonest of at least ${values.length} values of '${groupField}'`,
      );
    const open = states.filter(({ rule_id }) => rule_id === ruleId).map(({ target_key }) => target_key);
    return groupByField(
      counted,
      groupField,
      values.map(([value]) => value),
      open,
    );
  };

  const judge = async (site: SiteRow, targets: readonly Watched[], through: number): Promise<void> => {
    const stored = await store.alerts.findSite(site.id);
    const cursor = stored?.evaluated_through ?? 0;
    // A clock that was set back is followed; minutes are evaluated anew.
    const isSetBack = cursor > through + MINUTE_SECONDS;
    const oldest = through - CATCH_UP_MINUTES * MINUTE_SECONDS;
    const begin = cursor === 0 || isSetBack ? through - MINUTE_SECONDS : Math.max(cursor, oldest);
    if (through <= begin) return;
    const all = await store.alertRules.list([site.id]);
    const rules = all.filter(({ enabled }) => enabled === 1);
    const states = await store.alerts.states(all.map(({ id }) => id));
    const byKey = new Map(states.map((state) => [formatStateKey(state.rule_id, state.target_key), state]));
    const span = { from: begin - LONGEST_WINDOW_MINUTES * MINUTE_SECONDS, to: through };
    const pipelineIds = [...new Set(targets.map(({ pipelineId }) => pipelineId).filter(Boolean))];
    const conditions = new Map(rules.map(({ id, condition }) => [id, parseCondition(condition)]));
    await matches.follow(store, site.id, {
      rules: [...conditions].map(([id, condition]) => ({ id, condition })),
      targets,
      span: { from: begin, to: through },
    });
    const view = createSeriesView({ analytics, tx: store }, { siteId: site.id, span, pipelineIds });
    const isAway = await view.readAway();
    const minutes = {
      from: Math.round((begin - span.from) / MINUTE_SECONDS),
      to: view.length,
      firstEnd: span.from / MINUTE_SECONDS + 1,
    };
    const toTime = (index: number) => (span.from + (index + 1) * MINUTE_SECONDS) * 1000;
    const outcomes: Outcome[] = [];
    for (const rule of rules) {
      const condition = conditions.get(rule.id) ?? parseCondition(rule.condition);
      const chosen = chooseTargets(targets, condition.metric, condition.scope);
      for (const group of await findGroups(view, rule.id, condition, chosen, states)) {
        const { target } = group;
        const key = formatStateKey(rule.id, target.key);
        const before = byKey.get(key);
        byKey.delete(key);
        const points = await view.read(condition, group);
        const canAway = condition.metric === 'engineAway' ? undefined : isAway;
        const { transitions, ...followed } = followMinutes(
          condition,
          points,
          minutes,
          toProgress(before),
          canAway,
        );
        if (!before && transitions.length === 0) continue;
        const entries = transitions.map(({ state, index, value, isWarning }) => ({
          state,
          value,
          at: toTime(index),
          ...(condition.warning
            ? { severity: isWarning ? condition.warning.severity : (rule.severity as AlertSeverity) }
            : {}),
        }));
        outcomes.push({ rule, target, before, ...followed, transitions: entries });
      }
    }
    const isChanged = await store.transaction(async (tx) => {
      const now = await tx.alerts.findSite(site.id);
      // Another service evaluated these minutes.
      if ((now?.evaluated_through ?? 0) !== cursor) return false;
      const current = new Map((await tx.alertRules.list([site.id])).map((rule) => [rule.id, rule]));
      const findSilence = createSilenceFinder(await tx.alertSilences.activeAt(site.id, clock()));
      let isAny = false;
      for (const outcome of outcomes) {
        if (current.get(outcome.rule.id)?.revision !== outcome.rule.revision) continue;
        await storeOutcome(tx, ids, outcome, clock(), (event) => findSilence(event)?.id ?? '');
        isAny ||= outcome.transitions.length > 0;
      }
      for (const state of byKey.values()) {
        await discardAlert(tx, state, describeGone(current.get(state.rule_id)), clock());
        isAny = true;
      }
      await tx.alerts.putSite(site.id, { evaluated_through: through });
      return isAny;
    });
    if (!isChanged) return;
    hub.publish({ type: 'notification.changed', siteId: site.id });
  };

  /** Before evaluation: starts and ends of silences. */
  const followSilences = async (site: SiteRow): Promise<void> => {
    const isSilent = (await store.alertSilences.activeAt(site.id, clock())).length > 0;
    if (!isSilent && (await store.alerts.listOpen(site.id, true)).length === 0) return;
    const changed = await store.transaction((tx) => markSilenced(tx, ids, site.id, clock()));
    if (changed > 0) hub.publish({ type: 'notification.changed', siteId: site.id });
  };

  /** Made from stored alerts, separately from evaluation, so that none is missed after a crash. */
  const tell = async (site: SiteRow): Promise<void> => {
    if ((await store.alerts.listToTell(site.id, clock())).length === 0) return;
    const made = await store.transaction((tx) => makeMessages(tx, tools, site, clock()));
    if (made > 0) hub.publish({ type: 'notification.changed', siteId: site.id });
  };

  const turn = async (): Promise<void> => {
    const now = clock();
    const through = Math.floor((now / 1000 - SETTLE_SECONDS) / MINUTE_SECONDS) * MINUTE_SECONDS;
    const sites = (await store.sites.list()).filter(({ status }) => status === 'ACTIVE');
    const targetsOf = new Map<string, Watched[]>();
    const samples = [];
    for (const site of sites) {
      const known = await store.alerts.findSite(site.id);
      if ((known?.ready_made_version ?? 0) < READY_MADE_VERSION)
        await store.transaction((tx) => addReadyMadeRules(tx, ids, site.id, now));
      const targets = await readTargets(store, site);
      targetsOf.set(site.id, targets);
      samples.push(
        ...(await measureSite(tools, store, site, targets, steady() - startedAt < ON_THEIR_WAY_MS)),
      );
    }
    const runs = sampler.add(samples, now / 1000);
    if (runs.length > 0) await store.transaction((tx) => tx.alerts.putRuns(runs));
    for (const site of sites) {
      await followSilences(site);
      await judge(site, targetsOf.get(site.id) ?? [], through);
      await tell(site);
    }
  };

  const runInTurn = (what: string, work: () => Promise<void>): Promise<void> => {
    busy = busy.then(work).catch((error: unknown) => log.error({ err: error }, `${what} failed`));
    return busy;
  };
  const runTurn = () => runInTurn('judging alerts', turn);
  const sweep = async () => {
    const now = Math.floor(clock() / 1000);
    await store.alerts.sweepRuns(FIELD_MATCHES, now - FIELD_RUNS_KEPT_SECONDS);
    await store.alerts.sweep(now - RUNS_KEPT_SECONDS, clock() - EVENTS_KEPT_MS);
    await store.alertSilences.sweep(clock() - EVENTS_KEPT_MS);
    await store.transaction((tx) => tx.alertDeliveries.sweep(clock() - EVENTS_KEPT_MS));
  };

  return {
    start: () => {
      if (!flags.includes('alertEventsPage')) return;
      timers = [
        setTimeout(() => void runTurn(), FIRST_TURN_MS),
        setInterval(() => void runTurn(), TURN_MS),
        setInterval(() => void runInTurn('removing old alerts', sweep), SWEEP_MS),
      ];
      for (const timer of timers) timer.unref();
      deliveries.start();
    },
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      await busy;
      await deliveries.stop();
    },
    turn: runTurn,
    deliver: deliveries.turn,
    readTargets,
    publicUrl: tools.publicUrl,
    matches: {
      createTrial: matches.createTrial,
      findProblem: (ruleId) => matches.findProblem(ruleId) || (fieldProblems.get(ruleId) ?? ''),
    },
  };
}
