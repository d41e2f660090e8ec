import type { ListedAgentRow } from '../store/fleet-agents.ts';
import type { FleetRolloutAgentRow, FleetRolloutRow } from '../store/schema.ts';
import { describeIllness, hasApplied, parseHealth } from './status.ts';

/** Whether an agent was not healthy when it was offered a configuration, and with which one. */
export const WAS_ILL = { no: 0, before: 1, withIt: 2 } as const;

export type Outcome = Pick<FleetRolloutAgentRow, 'outcome' | 'problem'>;

/** What an agent made of the offer by now. */
export function judgeOffer(
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
    // A supervisor says at once that it has applied what it has already, while its Collector ends and starts anew.
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
