import {
  applyRolloutEvent,
  countInStep,
  isRolloutOpen,
  type RolloutCounts,
  type RolloutFace,
  type RolloutState,
  type RolloutStep,
} from '../../../machines/fleet-rollout/index.ts';
import { counted } from '../../contract/values.ts';
import type { Clock } from '../clock.ts';
import type { ListedAgentRow } from '../store/fleet-agents.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { FleetRolloutAgentRow, FleetRolloutRow } from '../store/schema.ts';
import { readPair } from './labels.ts';
import type { Presence } from './presence.ts';
import { findTarget, type Target } from './record.ts';
import { acceptsConfiguration, describeIllness, hasApplied, parseHealth } from './status.ts';
import { isWindowOpen, parseWindow } from './window.ts';

/** Whether an agent was unhealthy when offered a configuration, and with which. */
const WAS_ILL = { no: 0, before: 1, withIt: 2 } as const;

type Outcome = Pick<FleetRolloutAgentRow, 'outcome' | 'problem'>;

function judgeOffer(
  row: FleetRolloutRow,
  offered: FleetRolloutAgentRow,
  agent: ListedAgentRow | undefined,
  now: number,
): Outcome {
  if (!agent) return { outcome: 'AWAY', problem: 'It was deleted' };
  const fail = (problem: string): Outcome => ({ outcome: 'FAILED', problem });
  const isForTarget = agent.config_hash === agent.target_hash;
  if (isForTarget && agent.config_state === 'FAILED')
    return fail(agent.config_problem || 'It could not apply it, and gives no reason');
  const isLate = now - offered.offered_at > row.agent_seconds * 1000;
  if (hasApplied(agent)) {
    const health = parseHealth(agent.health);
    if (!health || health.isHealthy || offered.was_ill === WAS_ILL.before)
      return { outcome: 'APPLIED', problem: '' };
    // A supervisor reports the same configuration as applied while its Collector still restarts.
    return offered.was_ill === WAS_ILL.withIt && !isLate
      ? { outcome: 'WAITING', problem: '' }
      : fail(`Not healthy with it: ${describeIllness(health)}`);
  }
  if (!isLate) return { outcome: 'WAITING', problem: '' };
  return fail(
    agent.gone_at === 0
      ? `It has not applied it within ${row.agent_seconds} s`
      : `It left and did not come back within ${row.agent_seconds} s`,
  );
}

type Tools = { store: Store; clock: Clock; presence: Presence };
export type NewRolloutRow = Omit<FleetRolloutRow, 'state' | 'step' | 'is_paused'>;

export const toFace = (row: FleetRolloutRow): RolloutFace => ({
  state: row.state as RolloutState,
  step: row.step,
  isPaused: row.is_paused !== 0,
  steps: JSON.parse(row.steps) as RolloutStep[],
  maxErrorPercent: row.max_error_percent,
  hasFormer: row.former_id !== '',
});

function countOutcomes(rows: readonly FleetRolloutAgentRow[]): RolloutCounts {
  const of = (outcome: string) => rows.filter((one) => one.outcome === outcome).length;
  const [applied, failed, waiting] = [of('APPLIED'), of('FAILED'), of('WAITING')];
  return { offered: applied + failed + waiting, applied, failed, waiting };
}

function describeFailures(rows: readonly FleetRolloutAgentRow[], face: RolloutFace): string {
  const failed = rows.filter(({ outcome }) => outcome === 'FAILED');
  const { offered } = countOutcomes(rows);
  const [first] = failed;
  return `${failed.length} of ${counted(offered, 'agent')} failed, and ${face.maxErrorPercent} % may: ${first?.name ?? ''}: ${first?.problem ?? ''}`;
}

const UNTRIED = { config_hash: '', config_state: 'UNSET', config_problem: '' };

const getId = ({ id }: { id: string }): string => id;

/** Runs rollouts in serialized transactions, so that turns never see each other half done. */
export function createRollouts({ store, clock, presence }: Tools) {
  /** @returns ids of agents with a new assignment */
  const retarget = async (tx: Repositories, agents: readonly ListedAgentRow[], target: Target) => {
    const now = clock();
    const changed = agents.filter(({ target_hash }) => target_hash !== target.target_hash);
    const { retries = [], others = [] } = Object.groupBy(agents, ({ config_hash, config_state }) =>
      config_state === 'FAILED' && config_hash === target.target_hash ? 'retries' : 'others',
    );
    const next = { ...target, target_at: now, offered_at: 0 };
    await tx.fleetAgents.retarget(others.map(getId), next);
    await tx.fleetAgents.retarget(retries.map(getId), { ...next, ...UNTRIED });
    const ids = changed.map(getId);
    const text = `It is to run version ${target.configuration_version} of its configuration`;
    if (target.target_hash !== '') await tx.fleetAgents.addEvents(ids, now, 'OFFERED', text);
    return ids;
  };

  const former = (tx: Repositories, row: FleetRolloutRow): Promise<Target> =>
    findTarget(tx, { configuration_id: row.former_id, configuration_version: row.former_version });
  const wanted = (tx: Repositories, row: FleetRolloutRow): Promise<Target> =>
    findTarget(tx, { configuration_id: row.configuration_id, configuration_version: row.version });

  const findLabeled = async (tx: Repositories, fleetId: string, step: string): Promise<Set<string>> => {
    const found = await tx.fleetAgents.list({ fleetIds: [fleetId], attributes: [readPair(step)] });
    return new Set(found.map(({ id }) => id));
  };

  const isOpen = async (tx: Repositories, row: FleetRolloutRow): Promise<boolean> => {
    if (row.ignores_window !== 0) return true;
    const fleet = await tx.fleets.find(row.fleet_id);
    return isWindowOpen(parseWindow(fleet?.maintenance_window ?? ''), clock());
  };

  /** In id order: oldest agents first. */
  const release = async (
    tx: Repositories,
    row: FleetRolloutRow,
    agents: readonly ListedAgentRow[],
    rows: readonly FleetRolloutAgentRow[],
  ): Promise<string[]> => {
    const face = toFace(row);
    const known = new Set(rows.map(({ agent_id }) => agent_id));
    const able = agents
      .filter((agent) => known.has(agent.id) || (presence.isConnected(agent) && acceptsConfiguration(agent)))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const unknown = able.filter(({ id }) => !known.has(id));
    const step = face.steps[face.step] ?? 100;
    const labeled = typeof step === 'string' ? await findLabeled(tx, row.fleet_id, step) : undefined;
    const next =
      typeof step === 'string'
        ? unknown.filter(({ id }) => labeled?.has(id))
        : unknown.slice(0, Math.max(0, countInStep(step, able.length) - known.size));
    const isLast = face.step >= face.steps.length - 1;
    const ableIds = new Set(able.map(getId));
    const away = isLast ? agents.filter(({ id }) => !ableIds.has(id)) : [];
    const toRow = (agent: ListedAgentRow, outcome: string, problem: string): FleetRolloutAgentRow => ({
      rollout_id: row.id,
      agent_id: agent.id,
      name: agent.host === '' ? agent.name : `${agent.name} on ${agent.host}`,
      step: row.step,
      outcome,
      problem,
      offered_at: clock(),
      was_ill: parseHealth(agent.health)?.isHealthy === false ? WAS_ILL.before : WAS_ILL.no,
    });
    await tx.fleetRollouts.addAgents([
      ...next.map((agent) => toRow(agent, 'WAITING', '')),
      ...away.map((agent) =>
        toRow(
          agent,
          'AWAY',
          presence.isConnected(agent) ? 'It accepts no configuration' : 'It was not connected',
        ),
      ),
    ]);
    return retarget(tx, next, await wanted(tx, row));
  };

  const restored = async (
    tx: Repositories,
    row: FleetRolloutRow,
    agents: ReadonlyMap<string, ListedAgentRow>,
    rows: readonly FleetRolloutAgentRow[],
  ): Promise<number> => {
    let waiting = 0;
    const back: string[] = [];
    const target = await former(tx, row);
    for (const one of rows) {
      const agent = agents.get(one.agent_id);
      if (!agent || one.outcome === 'RESTORED' || one.outcome === 'AWAY') continue;
      const isBack = agent.config_hash === target.target_hash && agent.config_state === 'APPLIED';
      const isLate = clock() - agent.target_at > row.agent_seconds * 1000;
      if (isBack && one.outcome !== 'FAILED') back.push(one.agent_id);
      if (!isBack && !isLate && presence.isConnected(agent)) waiting += 1;
    }
    await tx.fleetRollouts.setOutcomes(row.id, back, { outcome: 'RESTORED', problem: '' });
    return waiting;
  };

  /** @returns the rollout after one event, and agents to be offered something */
  const advance = async (tx: Repositories, row: FleetRolloutRow) => {
    const agents = await tx.fleetAgents.list({ fleetIds: [row.fleet_id] });
    const byId = new Map(agents.map((agent) => [agent.id, agent]));
    const rows = await tx.fleetRollouts.agentsOf(row.id);
    const before = toFace(row);
    if (before.state === 'ROLLING_BACK') {
      const waiting = await restored(tx, row, byId, rows);
      const after = applyRolloutEvent(before, { type: 'agents.restored', waiting });
      return { after, changed: [], reason: '' };
    }
    const judgedNow: FleetRolloutAgentRow[] = [];
    for (const one of rows) {
      if (one.outcome === 'AWAY') continue;
      const judged = judgeOffer(row, one, byId.get(one.agent_id), clock());
      // A failure is final: the agent may have reverted by itself.
      if (one.outcome === 'FAILED' || judged.outcome === one.outcome) continue;
      if (one.outcome === 'APPLIED' && judged.outcome === 'WAITING') continue;
      Object.assign(one, judged);
      judgedNow.push(one);
    }
    for (const same of Map.groupBy(judgedNow, ({ outcome, problem }) => `${outcome} ${problem}`).values())
      await tx.fleetRollouts.setOutcomes(
        row.id,
        same.map(({ agent_id }) => agent_id),
        same[0] as Outcome,
      );
    const mayGoOn = await isOpen(tx, row);
    const counted = applyRolloutEvent(before, {
      type: 'agents.counted',
      counts: countOutcomes(rows),
      mayGoOn,
    });
    const isDue = before.state === 'WAITING' && counted.state === 'WAITING' && mayGoOn;
    const after = isDue ? applyRolloutEvent(counted, { type: 'window.opened' }) : counted;
    const offered = rows.flatMap(({ agent_id, outcome }) => {
      const agent = byId.get(agent_id);
      return agent && outcome !== 'AWAY' ? [agent] : [];
    });
    return finish(tx, row, { before, after, agents, offered, rows });
  };

  type Moved = {
    before: RolloutFace;
    after: RolloutFace;
    agents: readonly ListedAgentRow[];
    offered: readonly ListedAgentRow[];
    rows: readonly FleetRolloutAgentRow[];
  };

  const finish = async (
    tx: Repositories,
    row: FleetRolloutRow,
    { before, after, agents, offered, rows }: Moved,
  ) => {
    if (after.state === 'SUCCEEDED') {
      const target = await wanted(tx, row);
      const fleet = await tx.fleets.find(row.fleet_id);
      const { configuration_id, configuration_version } = target;
      if (fleet) await tx.fleets.update({ ...fleet, configuration_id, configuration_version });
      return { after, changed: await retarget(tx, agents.filter(isNot(target)), target), reason: '' };
    }
    if (after.state === 'WAITING') return { after, changed: [], reason: '' };
    if (after.state === 'ROLLING_OUT') {
      if (after.step === before.step && before.state === 'ROLLING_OUT')
        return { after, changed: [], reason: '' };
      return { after, changed: await release(tx, { ...row, step: after.step }, agents, rows), reason: '' };
    }
    const reason = describeFailures(rows, before);
    return { after, changed: await retarget(tx, offered, await former(tx, row)), reason };
  };

  const isNot = (target: Target) => (agent: ListedAgentRow) => agent.target_hash !== target.target_hash;

  const storeMove = async (tx: Repositories, row: FleetRolloutRow, after: RolloutFace, reason: string) => {
    const { state, step, isPaused } = after;
    await tx.fleetRollouts.update({
      id: row.id,
      state,
      step,
      is_paused: isPaused ? 1 : 0,
      ended_at: isRolloutOpen(state) ? 0 : clock(),
      ...(reason === '' ? {} : { reason }),
    });
  };

  /** A failed agent gets another attempt in the current rollout. */
  const awaitAnew = async (tx: Repositories, agent: ListedAgentRow) => {
    const open = await tx.fleetRollouts.openOf(agent.fleet_id);
    if (!open || open.state === 'ROLLING_BACK') return;
    const rows = await tx.fleetRollouts.agentsOf(open.id);
    const wasIll = rows.find(({ agent_id }) => agent_id === agent.id)?.was_ill ?? WAS_ILL.no;
    const isIllWithIt = wasIll !== WAS_ILL.before && parseHealth(agent.health)?.isHealthy === false;
    await tx.fleetRollouts.restartAgent(open.id, agent.id, {
      offered_at: clock(),
      was_ill: isIllWithIt ? WAS_ILL.withIt : wasIll,
    });
  };

  return {
    /** Assigns a configuration. @returns ids of agents with a new one */
    retarget,

    /**
     * Stores a rollout, and offers its first step unless it waits for the maintenance window.
     * @returns agents with a new assignment
     */
    async begin(tx: Repositories, asked: NewRolloutRow): Promise<string[]> {
      const row = { ...asked, state: 'WAITING', step: 0, is_paused: 0 };
      await tx.fleetRollouts.insert(row);
      if (!(await isOpen(tx, row))) return [];
      await storeMove(tx, row, applyRolloutEvent(toFace(row), { type: 'window.opened' }), '');
      return release(tx, row, await tx.fleetAgents.list({ fleetIds: [row.fleet_id] }), []);
    },

    /** Starts waiting steps now, and later ones without the window. @returns agents with a new assignment */
    async startNow(tx: Repositories, row: FleetRolloutRow): Promise<string[]> {
      await tx.fleetRollouts.update({ id: row.id, ignores_window: 1 });
      await storeMove(tx, row, applyRolloutEvent(toFace(row), { type: 'rollout.startNow' }), '');
      const agents = await tx.fleetAgents.list({ fleetIds: [row.fleet_id] });
      return release(tx, row, agents, await tx.fleetRollouts.agentsOf(row.id));
    },

    async hold(tx: Repositories, row: FleetRolloutRow, type: 'rollout.pause' | 'rollout.resume') {
      await storeMove(tx, row, applyRolloutEvent(toFace(row), { type }), '');
    },

    /** Offers an agent its configuration again; the rollout waits for it. */
    async retry(tx: Repositories, agent: ListedAgentRow, by: string): Promise<void> {
      const now = clock();
      const { id, configuration_version } = agent;
      await tx.fleetAgents.update(id, { ...UNTRIED, target_at: now, offered_at: 0 });
      const text = `${by} asked it to try version ${configuration_version} of its configuration again`;
      await tx.fleetAgents.addEvent(id, now, 'OFFERED', text);
      await awaitAnew(tx, agent);
    },

    /** Its Collector restarts: the rollout waits until it is healthy. */
    async restart(tx: Repositories, agent: ListedAgentRow): Promise<void> {
      if (hasApplied(agent)) await awaitAnew(tx, agent);
    },

    /** @returns agents with a new assignment */
    async cancel(tx: Repositories, row: FleetRolloutRow, by: string): Promise<string[]> {
      const after = applyRolloutEvent(toFace(row), { type: 'rollout.cancel' });
      const agents = await tx.fleetAgents.list({ fleetIds: [row.fleet_id] });
      const ids = new Set((await tx.fleetRollouts.agentsOf(row.id)).map(({ agent_id }) => agent_id));
      await storeMove(tx, row, after, `Canceled by ${by}`);
      const offered = agents.filter(({ id, target_hash }) => ids.has(id) && target_hash !== '');
      return retarget(tx, offered, await former(tx, row));
    },

    /** One turn of all active rollouts. @returns agents with a new assignment */
    async turn(): Promise<string[]> {
      const changed: string[] = [];
      for (const { id } of await store.fleetRollouts.open()) {
        let isMoving = true;
        while (isMoving) {
          isMoving = await store.transaction(async (tx) => {
            const row = await tx.fleetRollouts.find(id);
            if (!row || !isRolloutOpen(toFace(row).state)) return false;
            const { after, changed: moved, reason } = await advance(tx, row);
            changed.push(...moved);
            if (after.state === row.state && after.step === row.step) return false;
            await storeMove(tx, row, after, reason);
            return true;
          });
        }
      }
      return changed;
    },
  };
}
